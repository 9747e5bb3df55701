async function load(id: number): Promise<string> {
  const name: string = await lookup(id);
  return name;
}
function lookup(id: number) {
  return Promise.resolve(`name ${id}`);
}
load(7).then((name) => console.log(name));
