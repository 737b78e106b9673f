import { afterAll, expect, test } from 'vitest';
import { createEmailCapture } from '#adapters/mail/captured-emails.ts';
import { createTestDatabase } from '../support/database.ts';
import { contactMail, describeMail } from './mail.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
let time = Date.parse('2026-11-21T10:00:00Z');
const capture = createEmailCapture(database.db, () => {
  time += 1_000;
  return new Date(time);
});

describeMail('the emails that the demo captures', async () => ({
  mail: capture,
  async arrived() {
    const mails = (await capture.list(100, null)).reverse();
    return mails.map(({ replyTo, text }) => {
      const [, writer = '', writerEmail = ''] = /^(.*) <(.*)>$/.exec(replyTo ?? '') ?? [];
      return { writer, writerEmail, message: text };
    });
  },
  async goAway() {
    await database.pool.query('alter table mailbox_mails rename to away');
  },
  async comeBack() {
    await database.pool.query('alter table away rename to mailbox_mails');
  },
  secret: null,
  close: async () => {},
}));

test('an email that is sent again under its Message-ID is kept once, as it was first', async () => {
  const first = contactMail({ subject: 'First' });
  await capture.send(first);
  await capture.send({ ...first, subject: 'Second' });
  expect(await capture.find(first.messageId)).toMatchObject({ subject: 'First', html: first.html });
  expect(await capture.find('msg_nobody@shop.test')).toBeNull();
});

test('captured emails are read from the newest on, page by page, none twice', async () => {
  const seen: string[] = [];
  let after: { createdAt: string; id: string } | null = null;
  for (;;) {
    const page = await capture.list(7, after);
    seen.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last) break;
    after = { createdAt: last.receivedAt.toISOString(), id: last.id };
  }
  const all = await capture.list(1_000, null);
  expect(seen).toEqual(all.map(({ id }) => id));
  expect(new Set(seen).size).toBe(seen.length);
  const times = all.map(({ receivedAt }) => receivedAt.getTime());
  expect(times).toEqual([...times].sort((a, b) => b - a));
});
