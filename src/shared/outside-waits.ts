import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that counts against the limit of its site while it runs. */
export interface CountedRequest {
  /** Stops counting it. Returns a function that counts it again. */
  pause(): () => void;
}

const current = new AsyncLocalStorage<CountedRequest>();

/** Runs the work of a request, so that `waitOutside` knows which one waits. */
export function runCounted<T>(request: CountedRequest, work: () => T): T {
  return current.run(request, work);
}

/**
 * Waits for an outside service. Meanwhile the request does not count for its site, because it uses
 * neither the database nor the time of this process. A service that hangs would otherwise keep
 * everybody behind the same address from every other page.
 */
export async function waitOutside<T>(work: () => Promise<T>): Promise<T> {
  const countAgain = current.getStore()?.pause();
  try {
    return await work();
  } finally {
    countAgain?.();
  }
}
