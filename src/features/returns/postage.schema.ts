import type { PostagePayer } from '../catalog/postage-payers.schema.ts';
import type { ReturnReason } from '../order-tables/return-status.schema.ts';

/** The item is not what the customer paid for. The law says in many countries that the shop pays. */
const reasonsOfShop: readonly ReturnReason[] = ['damaged', 'not_as_pictured'];

/**
 * Who pays the postage when items come back. They share a parcel, so the shop pays for all of them
 * once it has to pay for one.
 */
export function postagePayerOf(
  policy: PostagePayer,
  lines: { reason: ReturnReason }[],
): PostagePayer {
  return lines.some(({ reason }) => reasonsOfShop.includes(reason)) ? 'shop' : policy;
}
