import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mail, MailFailure, type MailPort } from '#adapters/mail/port.ts';

/** An email that arrived, as far as every service can show it. */
export interface ArrivedMail {
  writer: string;
  writerEmail: string;
  message: string;
}

/** What the suite can do beside the port. */
export interface MailUnderTest {
  mail: MailPort;
  /** What has arrived, the oldest first. */
  arrived(): Promise<ArrivedMail[]>;
  /** The service can't be reached, until it comes back. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** What must be in no message of a failure. */
  secret: string | null;
  close(): Promise<void>;
}

const MESSAGE = [
  'Do you ship to Sylhet?',
  '',
  '.',
  '. A line that begins with a dot, <b>markup</b> & "quotes", ümläuts, 💌',
  'Bcc: everyone@example.com',
  'x'.repeat(3_000),
].join('\n');

/** A contact message as the shop sends it: the email that every adapter carries. */
export function contactMail(change: Partial<Mail> = {}): Mail {
  const form = { user_name: 'Änn O’Writer', user_email: 'ann@example.com', message: MESSAGE };
  return {
    messageId: `msg_${crypto.randomUUID()}@shop.test`,
    from: { name: 'The Shop', address: 'shop@shop.test' },
    to: 'hello@shop.test',
    replyTo: { name: form.user_name, address: form.user_email },
    subject: 'Message from Änn O’Writer',
    text: MESSAGE,
    html: '<p>Do you ship to Sylhet?</p>',
    form,
    ...change,
  };
}

/** What the shop relies on, whoever carries its mail: every adapter passes this. */
export function describeMail(name: string, open: () => Promise<MailUnderTest>): void {
  describe(`mail by ${name}`, () => {
    let under: MailUnderTest;
    let mail: MailPort;
    beforeAll(async () => {
      under = await open();
      mail = under.mail;
    });
    afterAll(() => under.close());

    const refusalOf = async (work: Promise<void>): Promise<MailFailure> => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(MailFailure);
      return error as MailFailure;
    };

    test('arrives once, with who wrote it and every character of what they wrote', async () => {
      const before = (await under.arrived()).length;
      await mail.send(contactMail());
      const arrived = (await under.arrived()).slice(before);
      expect(arrived).toEqual([
        { writer: 'Änn O’Writer', writerEmail: 'ann@example.com', message: MESSAGE },
      ]);
    });

    test('arrives many times at once, each whole', async () => {
      const before = (await under.arrived()).length;
      const messages = Array.from({ length: 20 }, (_, index) => `Message ${index}`);
      await Promise.all(
        messages.map((message) => {
          const form = { user_name: 'Ann', user_email: 'ann@example.com', message };
          return mail.send(contactMail({ text: message, form }));
        }),
      );
      const arrived = (await under.arrived()).slice(before).map(({ message }) => message);
      expect(arrived.sort()).toEqual(messages.sort());
    });

    const { from, replyTo, form } = contactMail();
    const evil = 'Ann\r\nBcc: everyone@example.com';
    test.each<[string, Partial<Mail>]>([
      ['a subject', { subject: evil }],
      ['a subject with a bare line feed', { subject: 'Ann\nBcc: everyone@example.com' }],
      ['a subject with a bare carriage return', { subject: 'Ann\rBcc: everyone@example.com' }],
      ['the name of a sender', { from: { ...from, name: evil } }],
      ['the name of who wrote it', { replyTo: replyTo && { ...replyTo, name: evil } }],
      [
        'the address of who wrote it',
        { replyTo: { name: 'Ann', address: 'ann@example.com\r\nBcc: everyone@example.com' } },
      ],
      ['a recipient', { to: 'hello@shop.test\r\nBcc: everyone@example.com' }],
      ['a second recipient', { to: 'hello@shop.test, everyone@example.com' }],
      ['a recipient within another', { to: '"everyone@example.com x"@shop.test' }],
      ['a Message-ID', { messageId: 'msg_1@shop.test>\r\nBcc: everyone@example.com' }],
      ['a name in the form', { form: form && { ...form, user_name: evil } }],
    ])('refuses %s that would be a header or a recipient, and sends nothing', async (_, change) => {
      const before = (await under.arrived()).length;
      const failure = await refusalOf(mail.send(contactMail(change)));
      expect(failure.isRefusal).toBe(true);
      expect(await under.arrived()).toHaveLength(before);
    });

    test('fails plainly while the service is away, names no secret, and goes afterwards', async () => {
      const before = (await under.arrived()).length;
      await under.goAway();
      const failure = await refusalOf(mail.send(contactMail()));
      await under.comeBack();
      expect(failure.isRefusal).toBe(false);
      expect(failure.message).toMatch(/^[^\n]{5,300}$/);
      if (under.secret) expect(failure.message).not.toContain(under.secret);
      await mail.send(contactMail());
      expect(await under.arrived()).toHaveLength(before + 1);
    });
  });
}
