import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('half of what mail needs is refused', () => {
  for (const env of [{ SMTP_URL: 'smtp://mail.example' }, { MAIL_FROM: 'shop@example.com' }]) {
    expect(() => readConfig(env)).toThrow(/^SMTP_URL and MAIL_FROM must be set together/);
  }
  const emailjs = { EMAILJS_SERVICE_ID: 's', EMAILJS_TEMPLATE_ID: 't', EMAILJS_USER_ID: 'u' };
  for (const name of Object.keys(emailjs)) {
    const env = { ...emailjs, [name]: '' };
    expect(() => readConfig(env)).toThrow(/^EMAILJS_SERVICE_ID, .* must be set together/);
  }
  expect(readConfig(emailjs).mail.emailjs).toEqual({
    serviceId: 's',
    templateId: 't',
    userId: 'u',
    accessToken: null,
    url: null,
  });
});

test.each([
  'smtp://u:100%@mail.example:587',
  'smtp://u:%ff@mail.example:587',
  'smtp://u:p/w@mail.example:587',
  'smtp://u:12/w@mail.example:587',
  'smtp://u:p#w@mail.example',
  'smtp://u:12?w@mail.example',
])('an address whose password is not encoded is one line that says so: %s', (SMTP_URL) => {
  expect(() => readConfig({ SMTP_URL, MAIL_FROM: 'shop@example.com' })).toThrow(
    /^SMTP_URL must look like [^\n]* % in the password must be encoded \(% is %25\)\.$/,
  );
});

test.each([
  'smtp://mail.example',
  'smtps://a:b@mail.example:465',
  'smtp://a:1%25%2Fb@mail.example',
  'smtp://[::1]:25?tls=no',
])('mail goes through %s', (url) => {
  const { mail } = readConfig({ SMTP_URL: url, MAIL_FROM: 'shop@example.com' });
  expect(mail.smtp).toEqual({ url, from: 'shop@example.com' });
});
