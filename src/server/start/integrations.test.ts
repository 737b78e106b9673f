import { expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import { describeIntegrations } from './integrations.ts';

const production = {
  SHOP_MODE: 'production',
  BASE_URL: 'https://shop.example',
  AUTH_SECRET: 'qK7v2Zr9mXw4Lt8Pc3Ns6Yb1Hd5Fg0Jk',
};
const stripe = (kind: string) => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
});

const integrationsOf = (env: Record<string, string>) =>
  describeIntegrations({
    config: readConfig(env),
    ctx: { images: { name: 'disk', where: '/data/uploads' }, search: null },
  });

test.each([
  ['a demo', {}, 'sandbox'],
  ['production', production, 'missing'],
  ['production with Stripe', { ...production, ...stripe('live') }, 'real'],
  ['a trial of Stripe', stripe('test'), 'sandbox'],
])('card payments of %s', (_, env, state) => {
  const cards = integrationsOf(env).find(({ name }) => name === 'Card payments');
  expect(cards?.state).toBe(state);
  if (state !== 'real') expect(cards?.toDo).toContain('STRIPE_');
});

const smtp = { SMTP_URL: 'smtp://shop:hidden-word@mail.example:587', MAIL_FROM: 'a@shop.example' };
const emailjs = { EMAILJS_SERVICE_ID: 's', EMAILJS_TEMPLATE_ID: 't', EMAILJS_USER_ID: 'u' };

test.each([
  ['a demo', {}, 'sandbox', 'http://localhost:3000/admin/emails', 'sandbox', '/admin/emails'],
  ['a demo with SMTP', smtp, 'real', 'SMTP by mail.example:587', 'real', 'SMTP'],
  ['a demo with EmailJS', emailjs, 'sandbox', '/admin/emails', 'real', 'EmailJS'],
  ['production', production, 'missing', 'wait in the outbox', 'missing', 'wait in the outbox'],
  ['production with SMTP', { ...production, ...smtp }, 'real', 'SMTP', 'real', 'SMTP'],
  [
    'production with EmailJS',
    { ...production, ...emailjs },
    'missing',
    'wait in the outbox',
    'real',
    'EmailJS',
  ],
])('mail and contact messages of %s', (_, env, mailState, mailBy, contactState, contactBy) => {
  const all = integrationsOf(env);
  const [mail, contact] = ['Mail', 'Contact messages'].map((of) =>
    all.find(({ name }) => name === of),
  );
  expect([mail?.state, contact?.state]).toEqual([mailState, contactState]);
  expect(mail?.by).toContain(mailBy);
  expect(contact?.by).toContain(contactBy);
  expect(mail?.toDo).toBe(mailState === 'real' ? null : 'SMTP_URL and MAIL_FROM');
});

const google = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'hidden-key' };

test.each([
  ['a demo', {}, 'sandbox'],
  ['production', production, 'missing'],
  ['production with Google', { ...production, ...google }, 'real'],
])('sign-in with Google of %s', (_, env, state) => {
  const told = integrationsOf(env).find(({ name }) => name === 'Google sign-in');
  expect(told?.state).toBe(state);
  expect(told?.toDo === null).toBe(state === 'real');
  expect(JSON.stringify(told)).not.toContain('hidden-key');
});

test('nothing secret is told', () => {
  const env = {
    ...production,
    ...stripe('live'),
    ...smtp,
    ...emailjs,
    STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
    EMAILJS_ACCESS_TOKEN: 'hidden-token',
  };
  const told = JSON.stringify(integrationsOf(env));
  for (const secret of [
    env.AUTH_SECRET,
    env.STRIPE_SECRET_KEY,
    'whsec_hidden',
    'hidden-word',
    'hidden-token',
  ]) {
    expect(told).not.toContain(secret);
  }
});
