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
    ctx: { pictures: { name: 'disk', where: '/data/uploads' } },
  });

test.each([
  ['a demo', {}, 'stand-in'],
  ['production', production, 'missing'],
  ['production with Stripe', { ...production, ...stripe('live') }, 'real'],
  ['a trial of Stripe', stripe('test'), 'stand-in'],
])('card payments of %s', (_, env, state) => {
  const cards = integrationsOf(env).find(({ name }) => name === 'Card payments');
  expect(cards?.state).toBe(state);
  if (state !== 'real') expect(cards?.toDo).toContain('STRIPE_');
});

test('nothing secret is told', () => {
  const env = { ...production, ...stripe('live'), STRIPE_WEBHOOK_SECRET: 'whsec_hidden' };
  const told = JSON.stringify(integrationsOf(env));
  for (const secret of [env.AUTH_SECRET, env.STRIPE_SECRET_KEY, 'whsec_hidden']) {
    expect(told).not.toContain(secret);
  }
});
