import { expect } from 'vitest';
import { queryShop } from './shop-database.ts';

const PATHS = {
  'reset-password': 'resetPassword',
  'verify-email': 'verifyEmail',
  'change-email': 'account/email',
};

/** The path of the link in the newest mail of this kind to this address, once it is captured. */
export async function emailedLink(email: string, kind: keyof typeof PATHS): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const rows = await queryShop<{ text: string }>(
          'select text from mailbox_mails where "to" = $1 and text like $2 order by received_at desc limit 1',
          [email, `%/${PATHS[kind]}?%`],
        );
        const url = rows[0]?.text.match(/https?:\/\/\S+\?token=\S+/)?.[0];
        const { pathname, search } = new URL(url ?? 'http://none');
        link = pathname + search;
        return link;
      },
      { timeout: 15_000 },
    )
    .toContain('token=');
  return link;
}
