/** Until when exchanges stay reserved. Emails, pages and the job that ends them read it here. */
import { DAY_MS } from '#shared/durations.ts';
import { reservedOf } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';

/**
 * The exchanges of returns that were approved before then are late. With 0 days none is: a shop that
 * exchanges nothing any more keeps what it has promised.
 */
export function lateBefore(now: Date, exchangeDays: number): Date {
  return new Date(exchangeDays === 0 ? 0 : now.getTime() - exchangeDays * DAY_MS);
}

function endOf(approvedAt: string, exchangeDays: number): string | null {
  if (exchangeDays === 0) return null;
  return new Date(Date.parse(approvedAt) + exchangeDays * DAY_MS).toISOString();
}

/**
 * Until when the parcel of an approved return has to come, so that its exchanges stay reserved, in
 * ISO 8601; null when nothing is reserved, nothing has to come any more, or it has no end.
 */
export function reservedUntil(one: ReturnView, exchangeDays: number): string | null {
  if (one.state !== 'in_transit' || one.approvedAt === null) return null;
  if (reservedOf(one).length === 0) return null;
  return endOf(one.approvedAt, exchangeDays);
}

/**
 * Until when the difference to dearer variants has to be paid, so that they stay reserved, in ISO
 * 8601; null when nothing is to be paid now, or it has no end.
 */
export function payUntil(one: ReturnView, exchangeDays: number): string | null {
  if (!one.extra?.isPayable || one.approvedAt === null) return null;
  return endOf(one.approvedAt, exchangeDays);
}
