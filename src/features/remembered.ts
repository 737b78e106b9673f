/** Remembers what was read of a database for a while, for facts that may be a little old. */
import type { Ctx } from './context.ts';

interface Known<Value> {
  at: number;
  value: Promise<Value>;
}

/**
 * A function that reads at most once in `keptMs` milliseconds in each process. Other processes know
 * of a change after as long. A fault is not remembered.
 */
export function rememberedFor<Value>(
  keptMs: number,
  read: (ctx: Ctx) => Promise<Value>,
): ((ctx: Ctx) => Promise<Value>) & { forget(ctx: Ctx): void } {
  const known = new WeakMap<Ctx['db'], Known<Value>>();
  const remembered = async (ctx: Ctx): Promise<Value> => {
    const now = ctx.now().getTime();
    const last = known.get(ctx.db);
    // A clock that was set back reads again.
    if (last && now >= last.at && now < last.at + keptMs) return last.value;
    const next = { at: now, value: read(ctx) };
    known.set(ctx.db, next);
    next.value.catch(() => {
      if (known.get(ctx.db) === next) known.delete(ctx.db);
    });
    return next.value;
  };
  return Object.assign(remembered, { forget: ({ db }: Ctx) => void known.delete(db) });
}
