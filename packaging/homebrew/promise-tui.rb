# The formula of promise-tui for Homebrew.
#
# No version is published yet. When one is, replace OWNER, and set `url` to its archive and `sha256` to what
# `shasum -a 256` says of it; until then, `brew install --HEAD ./packaging/homebrew/promise-tui.rb` builds the newest
# commit. `scripts/formula-check` reads this file without Homebrew, and runs what it installs.
class PromiseTui < Formula
  desc "Terminal screen that shows how promises run, event by event"
  homepage "https://github.com/OWNER/promise-tui"
  url "https://github.com/OWNER/promise-tui/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"
  head "https://github.com/OWNER/promise-tui.git", branch: "main"

  depends_on xcode: ["16.3", :build]
  depends_on macos: :sequoia

  uses_from_macos "swift" => :build
  uses_from_macos "ncurses"

  def install
    # Homebrew has a sandbox of its own, in which that of the package manager cannot run.
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "promise-tui"
    bin.install ".build/release/promise-tui"
    (buildpath/"promise-tui.1").write Utils.safe_popen_read(bin/"promise-tui", "about", "manual")
    man1.install "promise-tui.1"
    generate_completions_from_executable(bin/"promise-tui", "--generate-completion-script")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/promise-tui --version")
    assert_match "then-order", shell_output("#{bin}/promise-tui demo then-order --plain")
    assert_match "digraph", shell_output("#{bin}/promise-tui export then-order --as dot")
    assert_match "\"ready\":", shell_output("#{bin}/promise-tui about doctor --json")
  end
end
