import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { AppError } from '#shared/errors.ts';

/** So many images of a host may take too long, each after several attempts of half a minute. */
const MOST_TIMEOUTS = 2;

/**
 * The hosts that do not respond, during one run of an import. Without it each of their images holds
 * the import, and those that wait for it, for a minute and a half.
 */
export class SlowHosts {
  /** How many images in a row took too long. */
  readonly #timeouts = new Map<string, number>();

  /** What `fetch` returns; 503 without a call of it when its host took too long too often. */
  async ask<T>(url: string, fetch: () => Promise<T>): Promise<T> {
    const host = URL.parse(url)?.hostname ?? '';
    if (this.#timeoutsOf(host) >= MOST_TIMEOUTS) {
      throw new AppError('unavailable', `${host} took too long for earlier images of this file.`);
    }
    try {
      const result = await fetch();
      this.#timeouts.delete(host);
      return result;
    } catch (error) {
      if (isTimeout(error)) this.#timeouts.set(host, this.#timeoutsOf(host) + 1);
      throw error;
    }
  }

  #timeoutsOf(host: string): number {
    return this.#timeouts.get(host) ?? 0;
  }
}

function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RemoteFileError && cause.isTimeout;
}
