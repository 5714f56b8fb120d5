// Lets a person pick a helmet, but not one that is known already.
const known = JSON.parse(localStorage.getItem('helmets') ?? '[]');

const options = {
  filters: [{ services: ['afd0ffa0-2a9e-41a9-b9db-115a0e511de4'] }, { namePrefix: 'SHS-', name: known[0] }],
  exclusionFilters: [{ name: 'SHS-2070' }],
};

document.querySelector('button').addEventListener('click', async () => {
  const device = await navigator.bluetooth.requestDevice(options);
  console.log(device.name);
});
