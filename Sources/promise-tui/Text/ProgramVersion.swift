/// The version of this program.
let programVersion = "0.1.0"
