/** Until when exchanges stay reserved. Emails and pages read it here. */
import { reservedOf } from '../orders/exchange-units.schema.ts';
import type { ReturnView } from '../orders/orders.schema.ts';

const DAY_MS = 86_400_000;

/**
 * Until when the parcel of an approved return has to come, so that its exchanges stay reserved, in
 * ISO 8601; null when nothing is reserved, or nothing has to come any more.
 */
export function reservedUntil(one: ReturnView, exchangeDays: number): string | null {
  if (one.state !== 'in_transit' || one.approvedAt === null) return null;
  if (reservedOf(one).length === 0) return null;
  return new Date(Date.parse(one.approvedAt) + exchangeDays * DAY_MS).toISOString();
}

/**
 * Until when the difference to dearer variants has to be paid, so that they stay reserved, in ISO
 * 8601; null when nothing is to be paid now.
 */
export function payUntil(one: ReturnView, exchangeDays: number): string | null {
  if (!one.extra?.isPayable || one.approvedAt === null) return null;
  return new Date(Date.parse(one.approvedAt) + exchangeDays * DAY_MS).toISOString();
}
