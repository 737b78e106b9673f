/**
 * Ends this process as a signal would when the npm that started it is gone: npm hands a signal on to
 * its shell, which may die of it without telling the shop.
 */
export function followNpm(): void {
  // biome-ignore lint/style/noProcessEnv: what npm says of itself is no setting of the shop
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
