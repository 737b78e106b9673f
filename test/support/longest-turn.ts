/**
 * Does work and returns the processor time of this thread, in milliseconds: of all of it, and of the
 * longest turn of the event loop meanwhile. Other load on the machine changes neither.
 */
export async function longestTurn(
  work: () => Promise<unknown>,
): Promise<{ tookMs: number; longestMs: number }> {
  const since = (from: NodeJS.CpuUsage) => {
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1_000;
  };
  const began = process.threadCpuUsage();
  let last = began;
  let longestMs = 0;
  let isOver = false;
  const look = () => {
    longestMs = Math.max(longestMs, since(last));
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  longestMs = Math.max(longestMs, since(last));
  return { tookMs: since(began), longestMs };
}
