import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPaymentsSandbox,
  type PaymentsSandbox,
  type SandboxCard,
} from '#adapters/payments/sandbox.ts';
import { CARDS } from '../support/cards.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { describePayments } from './payments.ts';

const now = new Date('2026-11-21T10:00:00Z');
const card = (change: Partial<SandboxCard> = {}): SandboxCard => ({
  number: CARDS.good,
  expMonth: 12,
  expYear: 2030,
  cvc: '123',
  ...change,
});

describePayments('the sandbox', async () => {
  const database = await createTestDatabase();
  const sandbox = createPaymentsSandbox(database.db, () => now);
  return {
    payments: sandbox,
    async payWithGoodCard({ clientSecret }) {
      await sandbox.confirm({ clientSecret, card: card() });
    },
    async payWithBadCard({ clientSecret }) {
      const bad = card({ number: CARDS.declined });
      await expect(sandbox.confirm({ clientSecret, card: bad })).rejects.toThrow('declined');
    },
    async refundedMinor(intentId) {
      const { rows } = await database.pool.query(
        'select refunded_minor::int as refunded from sandbox_intents where id = $1',
        [intentId],
      );
      return rows[0].refunded;
    },
    close: () => database.close(),
  };
});

describe('the card form of the sandbox', () => {
  let database: TestDatabase;
  let sandbox: PaymentsSandbox;

  beforeAll(async () => {
    database = await createTestDatabase();
    sandbox = createPaymentsSandbox(database.db, () => now);
  });
  afterAll(() => database.close());

  const newIntent = () =>
    sandbox.createIntent({
      amountMinor: 500,
      currency: 'USD',
      reference: 'pay_1',
      idempotencyKey: crypto.randomUUID(),
    });

  test.each<[string, Partial<SandboxCard>, string]>([
    ['4000 0000 0000 0002', { number: CARDS.declined }, 'Your card was declined.'],
    ['4000 0000 0000 9995', { number: CARDS.poor }, 'Your card has insufficient funds.'],
    ['a card of last month', { expMonth: 10, expYear: 2026 }, 'Your card has expired.'],
    ['a card of last year, in two digits', { expMonth: 12, expYear: 25 }, 'Your card has expired.'],
    ['a real number', { number: '4111111111111111' }, 'is not one of the test cards'],
  ])(
    'declines %s with the sentence of the provider, and stays payable [7.18]',
    async (_, change, said) => {
      const { id, clientSecret } = await newIntent();
      await expect(sandbox.confirm({ clientSecret, card: card(change) })).rejects.toMatchObject({
        code: 'payment_failed',
        status: 402,
        message: expect.stringContaining(said),
      });
      expect(await sandbox.findIntent(id)).toMatchObject({
        status: 'requires_payment_method',
        last4: null,
      });
    },
  );

  test.each<[string, Partial<SandboxCard>]>([
    ['4242 4242 4242 4242', {}],
    ['spaces between the digits', { number: '4242 4242 4242 4242' }],
    ['hyphens between the digits', { number: '4242-4242-4242-4242' }],
    ['a card of this month', { expMonth: 11, expYear: 2026 }],
    ['a year of two digits', { expMonth: 11, expYear: 26 }],
  ])('takes %s [7.18]', async (_, change) => {
    const { clientSecret } = await newIntent();
    expect(await sandbox.confirm({ clientSecret, card: card(change) })).toMatchObject({
      status: 'succeeded',
      last4: '4242',
    });
  });

  test('asks for authentication of 4000 0025 0000 3155, and takes it afterwards [7.19]', async () => {
    const { id, clientSecret } = await newIntent();
    const asking = card({ number: CARDS.asks });
    expect((await sandbox.confirm({ clientSecret, card: asking })).status).toBe('requires_action');
    expect((await sandbox.findIntent(id))?.status).toBe('requires_action');
    const responded = await sandbox.confirm({ clientSecret, card: asking, authenticated: true });
    expect(responded).toMatchObject({ status: 'succeeded', last4: '3155' });
  });

  test('an intent that asks for authentication can still be cancelled', async () => {
    const { id, clientSecret } = await newIntent();
    const asking = { clientSecret, card: card({ number: CARDS.asks }) };
    await sandbox.confirm(asking);
    expect((await sandbox.cancelIntent(id))?.status).toBe('canceled');
    await expect(sandbox.confirm({ ...asking, authenticated: true })).rejects.toMatchObject({
      code: 'payment_failed',
    });
  });

  test('authentication rescues no card that is declined', async () => {
    const { clientSecret } = await newIntent();
    const declined = { clientSecret, card: card({ number: CARDS.declined }), authenticated: true };
    await expect(sandbox.confirm(declined)).rejects.toMatchObject({ code: 'payment_failed' });
  });

  test('pays once, whichever card is typed in again', async () => {
    const { clientSecret } = await newIntent();
    const first = await sandbox.confirm({ clientSecret, card: card() });
    const again = { clientSecret, card: card({ number: CARDS.declined }) };
    expect(await sandbox.confirm(again)).toEqual(first);
  });

  test('is not opened by the id of an intent, nor by a secret that nobody got', async () => {
    const { id, clientSecret } = await newIntent();
    for (const secret of [id, `${id}_secret_`, `${clientSecret}x`]) {
      await expect(sandbox.confirm({ clientSecret: secret, card: card() })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect((await sandbox.findIntent(id))?.status).toBe('requires_payment_method');
  });
});
