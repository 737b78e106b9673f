const controller = new AbortController();

/**
 * Aborted by Ctrl-C. The current work ends, and everything that was started is stopped at the end.
 */
export const abortSignal = controller.signal;

/** From now on the first Ctrl-C aborts the run; a second one ends the process at once. */
export function listenForCtrlC(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (abortSignal.aborted) process.exit(130);
      controller.abort();
    });
  }
}
