// The health check of a container: node deploy/ready.mjs PORT. Exit status 0 when the app on that port is ready.
const ready = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`).then(
  (response) => response.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
