/**
 * Counts emails per recipient in the database, for all processes. Links to confirm an address or to
 * choose a password are counted where they are requested, so that a flood of order emails can't
 * keep an owner from a new password.
 */

import { baseAddressOf } from '#shared/base-address.ts';
import { DAY_S, HOUR_S } from '#shared/durations.ts';
import { hasConfirmedEmail } from '../accounts/accounts.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { countWithCache, limitKey, type RateLimit } from '../rate-limits/rate-limits.ts';
import { emailKinds } from './email-kinds.ts';

/**
 * Whom an email goes to. One about a guest's order counts as one to an unconfirmed address. Those
 * about paid ones count apart, so that somebody who places orders without paying them can't keep a
 * guest from the emails of theirs.
 */
export interface Recipient {
  to: string;
  isOfGuest?: boolean;
  /** The email is about an order that was paid. */
  isPaid?: boolean;
}

/**
 * Counts an email of this kind to an address. Returns null, or the time until which it has to wait.
 */
export async function countEmail(
  ctx: Ctx,
  kind: EmailKind,
  recipient: Recipient,
): Promise<Date | null> {
  if (emailKinds[kind].overLimit === 'not-counted') return null;
  const { whom, rules } = await rulesFor(ctx, kind, recipient);
  for (const [what, rule] of rules) {
    const until = await countWithCache(ctx, limitKey(what, whom), rule);
    if (until) return until;
  }
  return null;
}

/** The key that held messages are grouped by; null for one that is sent by itself. */
export function heldKeyOf(kind: EmailKind, { to, isOfGuest, isPaid }: Recipient): string | null {
  switch (emailKinds[kind].overLimit) {
    case 'joins-recipient':
      if (!isOfGuest) return limitKey('held', to);
      return limitKey('held', isPaid ? `guest who paid ${to}` : `guest ${to}`);
    case 'joins-kind':
      return limitKey('held', `${to} ${kind}`);
    case 'goes-alone':
    case 'not-counted':
      return null;
  }
}

interface Rules {
  whom: string;
  rules: [what: string, RateLimit][];
}

async function rulesFor(
  ctx: Ctx,
  kind: EmailKind,
  { to, isOfGuest = false, isPaid = false }: Recipient,
): Promise<Rules> {
  const { toShopPerKindAndHour, toCustomer, toUnconfirmed } = ctx.shop.emails;
  if (emailKinds[kind].audience === 'shop') {
    const rules: Rules['rules'] = [
      [`email ${kind}`, { most: toShopPerKindAndHour, seconds: HOUR_S }],
    ];
    return { whom: to, rules };
  }
  const isConfirmed = !isOfGuest && (await hasConfirmedEmail(ctx, to));
  const hasPaid = isOfGuest && isPaid;
  const { perKindAndHour, perHour, perDay } = isConfirmed || hasPaid ? toCustomer : toUnconfirmed;
  return {
    // Accounts for `ann+1@…`, `ann+2@…` and so on are one person's, so they share one count. A
    // confirmed address has its own count, so that others can't use it up.
    whom: isConfirmed ? to : `${hasPaid ? 'guest who paid' : 'unconfirmed'} ${baseAddressOf(to)}`,
    rules: [
      [`email ${kind}`, { most: perKindAndHour, seconds: HOUR_S }],
      ['email hour', { most: perHour, seconds: HOUR_S }],
      ['email day', { most: perDay, seconds: DAY_S }],
    ],
  };
}
