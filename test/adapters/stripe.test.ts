import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PaymentRefusal, ProviderFailure } from '#adapters/payments/port.ts';
import {
  createPaymentsStripe,
  type PaymentsStripe,
  type StripeOptions,
} from '#adapters/payments/stripe.ts';
import { type Log, silentLog } from '#shared/log.ts';
import { runCounted } from '#shared/outside-waits.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { describePayments } from './payments.ts';

const webhookSecret = 'whsec_of_these_tests';
const HOUR = 3_600_000;

const open = (fake: StripeFake, change: Partial<StripeOptions> = {}, log: Log = silentLog) =>
  createPaymentsStripe(
    {
      secretKey: fake.secretKey,
      publishableKey: 'pk_test_1',
      webhookSecret,
      apiUrl: fake.url,
      ...change,
    },
    log,
  );

describePayments('Stripe', async () => {
  const fake = await startStripeFake();
  return {
    payments: open(fake),
    async payWithGoodCard({ id }) {
      fake.confirm(id, CARDS.good);
    },
    async payWithBadCard({ id }) {
      expect(fake.confirm(id, CARDS.declined)?.message).toBe('Your card was declined.');
    },
    refundedMinor: async (intentId) => fake.refundedMinor(intentId),
    close: fake.close,
  };
});

describe('Stripe', () => {
  let fake: StripeFake;
  let payments: PaymentsStripe;
  beforeAll(async () => {
    fake = await startStripeFake();
    payments = open(fake);
  });
  afterAll(() => fake.close());

  const request = () => ({
    amountMinor: 1_999,
    currency: 'USD',
    reference: 'pay_1',
    idempotencyKey: crypto.randomUUID(),
  });

  test('is asked again when a response is lost, and does it once', async () => {
    const before = fake.calls.get('POST /v1/payment_intents') ?? 0;
    fake.failNext('cut');
    const wanted = request();
    const intent = await payments.createIntent(wanted);
    expect(fake.calls.get('POST /v1/payment_intents')).toBe(before + 2);
    expect(await payments.createIntent(wanted)).toEqual(intent);

    fake.confirm(intent.id, CARDS.good);
    fake.failNext('cut');
    const refund = {
      intentId: intent.id,
      amountMinor: 500,
      currency: 'USD',
      reference: 'rfd_1',
      idempotencyKey: crypto.randomUUID(),
    };
    await payments.refund(refund);
    expect(fake.refundedMinor(intent.id)).toBe(500);
  });

  test('that is down is said to be, and works again afterwards', async () => {
    fake.failNext('down', 3);
    await expect(payments.createIntent(request())).rejects.toMatchObject({ code: 'unavailable' });
    expect((await payments.createIntent(request())).status).toBe('requires_payment_method');
  });

  test('that can not be reached is said to be', async () => {
    const gone = open(fake, { apiUrl: 'http://127.0.0.1:1' });
    await expect(gone.findIntent('pi_1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  const tooLarge = JSON.stringify({ id: 'x'.repeat(3_000_000) });
  // Side by side, because each waits for repeats.
  test.concurrent.each([
    ['null', 'null'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['half an intent', '{"id":"pi_1","object":"payment_intent"}'],
    ['half a refund', '{"id":"re_1","object":"refund"}'],
    ['a list without items', '{"object":"list","data":{}}'],
    ['a list whose items have no end', '{"object":"list","data":[{}],"has_more":true}'],
    ['three megabytes', tooLarge],
  ])('that responds with %s instead of an intent is said to be away', async (_, body) => {
    const proxy = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const garbled = open(fake, { apiUrl: `http://127.0.0.1:${port}` });
    const calls = [
      garbled.createIntent(request()),
      garbled.findIntent('pi_1'),
      garbled.findByReference('pay_1', new Date()),
      garbled.cancelIntent('pi_1'),
      garbled.listRefunds('pi_1'),
      garbled.refund({ ...request(), intentId: 'pi_1' }),
    ];
    await Promise.all(
      calls.map((call) => expect(call).rejects.toMatchObject({ code: 'unavailable' })),
    );
    proxy.closeAllConnections();
    proxy.close();
  });

  test('takes the request that waits for it out of the count of its site', async () => {
    const events: string[] = [];
    const pause = () => {
      events.push('waits');
      return () => void events.push('goes on');
    };
    expect(await runCounted({ pause }, () => payments.findIntent('pi_unknown'))).toBeNull();
    expect(events).toEqual(['waits', 'goes on']);
  });

  test.concurrent.each([
    '{"error":"Service Unavailable"}',
    '{"error":{"type":"api_error"}}',
    '{}',
    'Bad',
  ])('that is down says so as %s, and refuses nothing for good', async (body) => {
    const gateway = createServer((_, response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as AddressInfo;
    const down = open(fake, { apiUrl: `http://127.0.0.1:${port}` });
    const refund = { ...request(), intentId: 'pi_1' };
    await Promise.all(
      [down.findIntent('pi_1'), down.refund(refund)].map((call) =>
        expect(call).rejects.toMatchObject({ code: 'unavailable' }),
      ),
    );
    gateway.closeAllConnections();
    gateway.close();
  });

  test.each([401, 403] as const)(
    'that refuses the keys with %d is said to be, once in the log',
    async (status) => {
      const errors: string[] = [];
      const infos: string[] = [];
      const log = {
        ...silentLog,
        error: (event: string) => errors.push(event),
        info: (event: string) => infos.push(event),
      };
      const refused = open(fake, {}, log);
      fake.refuseKeys(status);
      for (const call of [() => refused.checkKeys(), () => refused.createIntent(request())]) {
        await expect(call()).rejects.toMatchObject({ code: 'payments_unavailable', status: 503 });
      }
      expect(refused.keysRefused()).toMatch(/key/i);
      expect(errors).toEqual(['payments.keys_refused']);
      fake.refuseKeys(null);
      await refused.checkKeys();
      expect(refused.keysRefused()).toBeNull();
      expect(infos).toEqual(['payments.keys_accepted']);
    },
  );

  test('that hangs is given up within one time limit, and so are its repeats', async () => {
    const before = fake.givenUp;
    const hurried = open(fake, { deadlineMs: 200 });
    fake.failNext('hang', 10);
    const calls = [hurried.createIntent(request()), hurried.cancelIntent('pi_1')];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => fake.givenUp).toBeGreaterThanOrEqual(before + 2);
    fake.failNext('hang', 0);
  });

  test('that keeps a failure under a key says so again, and is a failure and not an outage', async () => {
    fake.failNext('stored-after');
    const wanted = request();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(payments.createIntent(wanted)).rejects.toBeInstanceOf(ProviderFailure);
    }
    const since = new Date(Date.now() - 60_000);
    const made = await payments.findByReference(wanted.reference, since);
    expect(made.filter(({ amountMinor }) => amountMinor === 1_999).length).toBeGreaterThan(0);
    expect(await payments.findByReference(wanted.reference, new Date(Date.now() + HOUR))).toEqual(
      [],
    );
  });

  test('lists a refund that the bank returned after it was accepted with its reason', async () => {
    const { id: intentId } = await payments.createIntent(request());
    fake.confirm(intentId, CARDS.good);
    const refund = {
      intentId,
      amountMinor: 500,
      currency: 'USD',
      reference: 'rfd_2',
      idempotencyKey: intentId,
    };
    const { refundId: id } = await payments.refund(refund);
    fake.returnRefund(intentId);
    expect(await payments.listRefunds(intentId)).toEqual([
      {
        id,
        amountMinor: 500,
        reference: 'rfd_2',
        failure: expect.stringContaining('expired_or_canceled_card'),
        madeAt: expect.any(Date),
      },
    ]);
  });

  test('that does not know an intent any more says null, and refuses its refund by name', async () => {
    const { id } = await payments.createIntent(request());
    fake.confirm(id, CARDS.good);
    fake.setKnown(id, false);
    expect(await payments.findIntent(id)).toBeNull();
    expect(await payments.cancelIntent(id)).toBeNull();
    expect(await payments.listRefunds(id)).toEqual([]);
    const refund = payments.refund({
      intentId: id,
      amountMinor: 1,
      currency: 'USD',
      reference: 'rfd_1',
      idempotencyKey: id,
    });
    await expect(refund).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(refund).rejects.toBeInstanceOf(PaymentRefusal);
  });
});

describe("Stripe's webhooks", () => {
  const stripeOptions = {
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret,
    apiUrl: null,
  };
  const payments = createPaymentsStripe(stripeOptions, silentLog);
  const stripe = new Stripe('sk_test_x');
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_1' } },
  });
  const sign = (payload: string, secret = webhookSecret, timestamp = Date.now() / 1000) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(timestamp),
    });

  /** The library reads such a time as NaN, and signs that. */
  const signNaN = (time: string) =>
    `${time},v1=${createHmac('sha256', webhookSecret).update(`NaN.${body}`).digest('hex')}`;

  test('are read when they are signed by Stripe', () => {
    expect(payments.readEvent(body, sign(body))).toMatchObject({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      intentId: 'pi_1',
    });
  });

  test.each(['charge', 'refund'])('about a refund name its payment (of a %s)', (object) => {
    const refunded = body.replace(
      '"object":"payment_intent","id":"pi_1"',
      `"object":"${object}","id":"x_1","payment_intent":"pi_2"`,
    );
    expect(payments.readEvent(refunded, sign(refunded))?.intentId).toBe('pi_2');
  });

  test.each([
    ['forged', () => sign(body, 'whsec_of_somebody_else')],
    ['older than 300 seconds', () => sign(body, webhookSecret, Date.now() / 1000 - 301)],
    ['more than 300 seconds ahead', () => sign(body, webhookSecret, Date.now() / 1000 + 302)],
    ['of a time that is no number', () => signNaN('t=soon')],
    ['of no time', () => signNaN('t')],
    ['without a signature', () => ''],
    ['with nonsense for one', () => 't=1,v1=zz'],
  ])('are refused when %s', (_, signature) => {
    expect(payments.readEvent(body, signature())).toBeNull();
  });

  test('are refused when a byte was changed', () => {
    expect(payments.readEvent(body.replace('pi_1', 'pi_2'), sign(body))).toBeNull();
  });

  test('are refused while no secret is set up', () => {
    const closed = createPaymentsStripe({ ...stripeOptions, webhookSecret: null }, silentLog);
    expect(closed.readEvent(body, sign(body))).toBeNull();
  });
});
