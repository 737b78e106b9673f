import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import type { PricesAsOf } from './inventory.schema.ts';
import { selectPastPrices, selectPrices } from './prices-as-of.store.ts';

/**
 * The prices of a variant at a past moment; the current ones without a moment (admin). For a moment
 * before prices were recorded, the first recorded ones.
 */
export async function pricesAsOf(
  ctx: Ctx,
  actor: Actor,
  variantId: string,
  at: Date | null,
): Promise<PricesAsOf> {
  const reader = requireCosts(actor);
  // The past prices are read last, so that a change between the two readings is one of them.
  const now = await selectPrices(ctx.db, variantId, reader);
  if (!now) throw new AppError('not_found', 'There is no such variant.');
  const past = at ? await selectPastPrices(ctx.db, variantId, at) : {};
  return { ...now, ...past, recordedSince: now.recordedSince.toISOString() };
}
