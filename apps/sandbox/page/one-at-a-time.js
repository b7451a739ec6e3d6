/** Runs `work` once more after the run under way, however often it was asked for meanwhile. */
export const oneAtATime = (work) => {
  let busy = false;
  let stale = false;
  return async () => {
    stale = true;
    if (busy) return;
    busy = true;
    try {
      while (stale) {
        stale = false;
        await work();
      }
    } finally {
      busy = false;
    }
  };
};
