/**
 * How many emails one recipient gets, counted in the database for all processes. Links to confirm an
 * address or to choose a password are counted where they are asked for, by themselves: whoever floods
 * an address with orders can't keep its owner from a new password.
 */
import { newOrdersAddress } from '#shared/shop-config.ts';
import { hasConfirmedEmail } from '../accounts/accounts.ts';
import type { Ctx } from '../context.ts';
import { countUpTo, type Few, limitKey } from '../limits/limits.ts';

const HOUR = 3_600;
const DAY = 86_400;

/** Counts an email of this kind to an address; null, or until when it has to wait. */
export async function countEmail(ctx: Ctx, kind: string, to: string): Promise<Date | null> {
  if (kind.startsWith('account.')) return null;
  for (const [what, rule] of await rulesFor(ctx, kind, to)) {
    const until = await countUpTo(ctx, limitKey(what, to), rule);
    if (until) return until;
  }
  return null;
}

/** Under what a message waits for others that it is sent with; null: it is sent by itself. */
export function heldKeyOf(ctx: Ctx, kind: string, to: string): string | null {
  // Whoever answers one answers a person.
  if (kind === 'contact.message') return null;
  return limitKey('held', isShop(ctx, to) ? `${to} ${kind}` : to);
}

async function rulesFor(ctx: Ctx, kind: string, to: string): Promise<[string, Few][]> {
  const { toShopPerKindAndHour, toCustomer, toUnconfirmed } = ctx.shop.emails;
  if (isShop(ctx, to)) return [[`email ${kind}`, { most: toShopPerKindAndHour, seconds: HOUR }]];
  const { perKindAndHour, perHour, perDay } = (await hasConfirmedEmail(ctx, to))
    ? toCustomer
    : toUnconfirmed;
  return [
    [`email ${kind}`, { most: perKindAndHour, seconds: HOUR }],
    ['email hour', { most: perHour, seconds: HOUR }],
    ['email day', { most: perDay, seconds: DAY }],
  ];
}

function isShop(ctx: Ctx, to: string): boolean {
  return to === newOrdersAddress(ctx.shop) || to === ctx.shop.contact.email;
}
