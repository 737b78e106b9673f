import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmailjsMail } from '#adapters/mail/emailjs.ts';
import type { MailPort } from '#adapters/mail/port.ts';
import { MAX_BYTES } from '#adapters/read-text.ts';
import { EMAILJS_TOKEN, type EmailjsFake, startEmailjsFake } from '../support/fake-emailjs.ts';
import { contactMail, describeMail } from './mail.ts';

const account = (url: string) => ({
  serviceId: 'service_1',
  templateId: 'template_2',
  userId: 'user_3',
  accessToken: EMAILJS_TOKEN,
  url,
});

/** More than a response may have. */
const HUGE = 'x'.repeat(MAX_BYTES + 1);

describeMail('EmailJS', async () => {
  const fake = await startEmailjsFake();
  return {
    mail: createEmailjsMail(account(fake.url)),
    async arrived() {
      return fake.received.map(({ fields }) => {
        const form = new Map(fields);
        return {
          writer: form.get('user_name') ?? '',
          writerEmail: form.get('user_email') ?? '',
          // A form on its way has the line ends of the web.
          message: (form.get('message') ?? '').replaceAll('\r\n', '\n'),
        };
      });
    },
    goAway: fake.goAway,
    comeBack: fake.comeBack,
    secret: EMAILJS_TOKEN,
    close: fake.close,
  };
});

describe('the form call of EmailJS', () => {
  let fake: EmailjsFake;
  let mail: MailPort;
  beforeAll(async () => {
    fake = await startEmailjsFake();
    mail = createEmailjsMail(account(fake.url), 1_500);
  });
  afterAll(() => fake.close());

  test('carries the form, library version 3.2.0, service, template and user', async () => {
    const form = { user_name: 'Ann', user_email: 'ann@example.com', message: 'Hello' };
    await mail.send(contactMail({ form }));
    expect(fake.received.at(-1)).toEqual({
      path: 'POST /api/v1.0/email/send-form',
      fields: [
        ['user_name', 'Ann'],
        ['user_email', 'ann@example.com'],
        ['message', 'Hello'],
        ['lib_version', '3.2.0'],
        ['service_id', 'service_1'],
        ['template_id', 'template_2'],
        ['user_id', 'user_3'],
        ['accessToken', EMAILJS_TOKEN],
      ],
    });
  });

  test('sends no private key where there is none', async () => {
    await createEmailjsMail({ ...account(fake.url), accessToken: null }).send(contactMail());
    const names = fake.received.at(-1)?.fields.map(([name]) => name);
    expect(names).toContain('user_id');
    expect(names).not.toContain('accessToken');
  });

  test.each([
    [200, 'OK'],
    [200, 'whatever'],
    [200, HUGE],
    [202, 'OK'],
  ])('is sent when the response is %i %.10s', async (status, text) => {
    fake.respondNext({ status, text });
    await mail.send(contactMail());
  });

  test.each([
    [400, 'The service ID is invalid', false],
    [403, 'API calls are disabled for non-browser applications', false],
    [413, 'Variables size limit', true],
    [429, 'Too many requests', false],
    [500, 'Sorry', false],
    [302, 'Elsewhere', false],
  ])('is not sent when the response is %i, and says so', async (status, text, isRefusal) => {
    fake.respondNext({ status, text: `${text} ${EMAILJS_TOKEN}` });
    const sending = mail.send(contactMail());
    await expect(sending).rejects.toMatchObject({ isRefusal });
    await expect(sending).rejects.not.toThrow(EMAILJS_TOKEN);
    if (status !== 302)
      await expect(sending).rejects.toThrow(`EmailJS responded with ${status}: ${text}`);
  });

  test('reads no failure that is larger than one', async () => {
    fake.respondNext({ status: 500, text: HUGE });
    await expect(mail.send(contactMail())).rejects.toThrow('EmailJS cannot be reached.');
  });

  test('gives up on a response that does not come', async () => {
    fake.respondNext(null);
    await expect(mail.send(contactMail())).rejects.toThrow('EmailJS took too long to respond.');
  });

  test('carries nothing but contact messages', async () => {
    const before = fake.received.length;
    await expect(mail.send(contactMail({ form: null }))).rejects.toThrow('only contact messages');
    expect(fake.received).toHaveLength(before);
  });
});
