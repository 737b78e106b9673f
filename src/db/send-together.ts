type Results<Work extends readonly (() => unknown)[]> = {
  -readonly [N in keyof Work]: Awaited<ReturnType<Work[N]>>;
};

/**
 * The results of statements that a transaction sends at once, in one packet. They run in the order
 * of the list, because each function begins its first statement before it awaits anything else.
 * Waits for all of them before it throws the first error, because no statement may follow the end
 * of the transaction.
 */
export async function sendTogether<const Work extends readonly (() => unknown)[]>(
  work: Work,
): Promise<Results<Work>> {
  // Drizzle begins a query when something awaits it, so each query is awaited in its turn.
  const begun = work.map((begin) => new Promise((resolve) => resolve(begin())));
  const results = await Promise.allSettled(begun);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }) as Results<Work>;
}
