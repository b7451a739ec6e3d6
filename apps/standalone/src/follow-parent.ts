const LOOK_EVERY_MS = 500;

/**
 * Calls `gone` once when the process that started this one has ended. npm passes signals to the shell between it and us, not
 * to us, and passes nothing when it is killed: without this, who stops `npm start` by its process id would leave Crier running.
 */
export const followParent = (gone: () => void): void => {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    gone();
  }, LOOK_EVERY_MS);
  look.unref();
};
