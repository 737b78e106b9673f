import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { AppError } from '#shared/errors.ts';

/**
 * After this many images in a row that took too long, a host is not called again. Each of them was
 * tried several times.
 */
const MAX_TIMEOUTS = 2;

/**
 * The hosts that do not respond, during one run of an import. Without this, each of their images
 * would delay the import, and the imports that wait for it, by a minute and a half.
 */
export class SlowHosts {
  /** How many images in a row took too long. */
  readonly #timeouts = new Map<string, number>();

  /**
   * Returns the result of `fetch`. Throws 503 without calling it when its host took too long too
   * often.
   */
  async ask<T>(url: string, fetch: () => Promise<T>): Promise<T> {
    const host = URL.parse(url)?.hostname ?? '';
    if (this.#timeoutsOf(host) >= MAX_TIMEOUTS) {
      const message = `${host} took too long for earlier images of this file.`;
      throw new AppError('unavailable', message, { cause: new RemoteFileError(message) });
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
