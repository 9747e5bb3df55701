async function load(id) {
    const name = await lookup(id);
    return name;
}
function lookup(id) { return Promise.resolve(`name ${id}`); }
load(7).then((name) => console.log(name));
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjogMywgImZpbGUiOiAibWFwcGVkLmNqcyIsICJzb3VyY2VzIjogWyJtYXBwZWQudHMiXSwgIm5hbWVzIjogW10sICJtYXBwaW5ncyI6ICJBQUFBLG1CQUFtQjtJQUNqQixhQUFxQjtJQUNyQjs7QUFFRixzQkFDRSxPQUFPLFFBQVE7QUFFakIsUUFBUSJ9
