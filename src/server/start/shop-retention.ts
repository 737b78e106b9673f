import type { ShopConfig } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';

/** Refuses to start with a number of days that is none. */
export function requireRetention({ retention: { guestCartDays } }: ShopConfig): void {
  if (Number.isInteger(guestCartDays) && guestCartDays >= 0 && guestCartDays < 100_000) return;
  throw new StartError(
    `shop.config.ts: retention.guestCartDays is ${guestCartDays}. Use a whole number of days, or 0 to keep the carts for ever.`,
  );
}
