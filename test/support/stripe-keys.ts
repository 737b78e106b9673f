import { attempt, StripeProblem } from './stripe-shapes.ts';

interface StoredResponse {
  request: string;
  status: number;
  body: unknown;
}

/**
 * Idempotency keys: equal keys get equal responses, whatever became of the intent since; 400 for
 * other parameters, 409 while the first request is being worked on.
 */
export class StripeKeys {
  readonly #returns = new Map<string, StoredResponse>();
  readonly #working = new Set<string>();

  /** A day is over: nothing is known of the keys that were used. */
  forget(): void {
    this.#returns.clear();
  }

  async run(
    key: string | undefined,
    request: string,
    work: () => unknown,
  ): Promise<{ status: number; body: unknown }> {
    const known = key === undefined ? undefined : this.#returns.get(key);
    if (known && known.request !== request) {
      throw new StripeProblem(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    if (known) return known;
    if (key !== undefined && this.#working.has(key)) {
      throw new StripeProblem(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      });
    }
    if (key !== undefined) this.#working.add(key);
    try {
      // Long enough for another request under this key to meet it.
      await new Promise((resolve) => setTimeout(resolve, 5));
      const response = { request, ...attempt(work) };
      if (key !== undefined) this.#returns.set(key, response);
      return response;
    } finally {
      if (key !== undefined) this.#working.delete(key);
    }
  }
}
