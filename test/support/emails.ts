import type { EmailConfig } from '#shared/shop-config.ts';
import { shop } from '#shop-config';

const UNLIMITED = { perKindAndHour: 10_000, perHour: 10_000, perDay: 10_000 };

/** For tests of what emails say: nobody gets too many, and the shop is told of no order. */
export const WITHOUT_LIMITS: EmailConfig = {
  ...shop.emails,
  newOrders: { send: false, to: null },
  toShopPerKindAndHour: 10_000,
  toCustomer: UNLIMITED,
  toUnconfirmed: UNLIMITED,
};
