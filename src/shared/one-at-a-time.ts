/**
 * Returns a function that runs `work` soon, one run at a time: however often it is called during a
 * run, one more run follows. `work` handles its own failures.
 */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isAskedFor = false;
  const run = async () => {
    isRunning = true;
    try {
      while (isAskedFor) {
        isAskedFor = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
  return () => {
    isAskedFor = true;
    if (!isRunning) void run();
  };
}
