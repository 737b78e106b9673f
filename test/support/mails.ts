import type { TestShop } from './shop.ts';

/** What accounts were to be told at this address, the newest first. */
export async function mailsTo(
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
  kind: 'account.reset-password' | 'account.verify-email',
): Promise<string> {
  const mail = (await mailsTo(shop, email)).find((sent) => sent.kind === kind);
  return new URL(mail?.payload.url ?? 'http://none').searchParams.get('token') ?? '';
}
