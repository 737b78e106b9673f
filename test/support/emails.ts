import type { EmailConfig } from '#shared/shop-config.ts';
import { shop } from '#shop-config';
import type { TestShop } from './shop.ts';

const UNLIMITED = { perKindAndHour: 10_000, perHour: 10_000, perDay: 10_000 };

/** For tests of what emails say: nobody gets too many, and the shop is told of no order. */
export const WITHOUT_LIMITS: EmailConfig = {
  ...shop.emails,
  newOrders: { send: false, to: null },
  toShopPerKindAndHour: 10_000,
  toCustomer: UNLIMITED,
  toUnconfirmed: UNLIMITED,
};

/** What accounts were to be told at this address, the newest first. */
export async function emailsTo(
  shop: TestShop,
  email: string,
): Promise<{ kind: string; payload: { email: string; url: string } }[]> {
  const { rows } = await shop.database.pool.query(
    "select kind, payload from outbox where payload->>'email' = $1 order by created_at desc, id desc",
    [email],
  );
  return rows;
}

/** The secret of the newest link of this kind that was sent to this address. */
export async function newestLink(
  shop: TestShop,
  email: string,
  kind: 'account.reset-password' | 'account.verify-email' | 'account.change-email',
): Promise<string> {
  const found = (await emailsTo(shop, email)).find((sent) => sent.kind === kind);
  return new URL(found?.payload.url ?? 'http://none').searchParams.get('token') ?? '';
}
