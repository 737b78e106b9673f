import type { ShopConfig } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';

/** Refuses to start with an unknown time zone. */
export function requireTimeZone({ timeZone }: ShopConfig): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new StartError(
      `shop.config.ts: timeZone is '${timeZone}', which is not a time zone. Use a name such as 'Asia/Dhaka' or 'UTC'.`,
    );
  }
}
