const controller = new AbortController();

/** Aborts at Ctrl-C. Whatever runs ends by it, and what was started is stopped on the way out. */
export const calledOff = controller.signal;

/** From now on the first Ctrl-C calls everything off; a second one ends the process at once. */
export function listenForCtrlC(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (calledOff.aborted) process.exit(130);
      controller.abort();
    });
  }
}
