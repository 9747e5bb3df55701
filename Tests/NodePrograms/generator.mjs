async function* count(n) { for (let i = 0; i < n; i++) { await new Promise((r) => setTimeout(r, 1)); yield i; } }
async function sum() { let s = 0; for await (const x of count(3)) s += x; return s; }
console.log(await sum());
