/**
 * Ends this process as a signal would when the npm that started it has ended. npm passes a signal
 * to its shell, which may die of it without passing it on to the shop.
 */
export function followNpm(): void {
  // biome-ignore lint/style/noProcessEnv: npm sets this variable; it is no setting of the shop
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
