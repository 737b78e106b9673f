/**
 * The card provider as a process of its own: the independent witness. It writes each change down
 * before it responds, and tells the shop by webhooks, which are delayed, repeated, shuffled and lost
 * as it is told to.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { startStripeFake } from '../support/fake-stripe.ts';
import { Random } from '../support/random.ts';
import type { StripeChange } from '../support/stripe-account.ts';
import { Journal } from './journal.ts';
import { CALM, type ProviderHabits, type ProviderOrder, type ProviderReport } from './provider.ts';

const [journalPath = '', secretKey = '', webhookSecret = '', seed = '1'] = process.argv.slice(2);
const journal = new Journal<StripeChange>(journalPath);
const random = new Random(Number(seed));
const stripe = new Stripe(secretKey);
let habits: ProviderHabits = CALM;
let doors: string[] = [];
let count = 0;

/** What is to be made good when it is calm again, by intent. */
const mending = new Map<string, () => void>();

const fake = await startStripeFake({
  secretKey,
  onCall(call) {
    const isChange = call === 'POST /v1/payment_intents' || call === 'POST /v1/refunds';
    if (!isChange || !random.chance(habits.storeFailures)) return undefined;
    report({ fault: `provider: 500 kept under the key (${call.slice('POST /v1/'.length)})` });
    return random.chance(0.5) ? 'stored' : 'stored-after';
  },
  onChange(change) {
    journal.write(change);
    if (change.kind === 'created') void maybeForget(change.intent);
    else void announce(change);
    if (change.kind === 'succeeded') maybeRefuse(change.intent);
  },
});

/** The shop's keys are those of another account for this intent, for a while. */
async function maybeForget(intent: string): Promise<void> {
  if (!random.chance(habits.forget)) return;
  await sleep(random.int(0, 1_500));
  if (habits.forget === 0) return;
  report({ fault: 'provider: intent not known any more' });
  fake.setKnown(intent, false);
  mending.set(`known ${intent}`, () => fake.setKnown(intent, true));
}

function maybeRefuse(intent: string): void {
  if (!random.chance(habits.refuseRefunds)) return;
  report({ fault: 'provider: refunds refused for good' });
  fake.refuseRefunds(intent, 'charge_disputed');
  mending.set(`refunds ${intent}`, () => fake.refuseRefunds(intent, null));
}

const report = (message: ProviderReport) => process.send?.(message);
process.on('message', (order: ProviderOrder) => {
  if (order.habits) habits = order.habits;
  // The keys of old come back, and what was disputed is settled.
  if (order.habits?.forget === 0) {
    for (const mend of mending.values()) mend();
    mending.clear();
  }
  if (order.doors) doors = order.doors;
});
process.on('disconnect', () => process.exit(0));
report({ url: fake.url });

async function announce({ kind, intent }: StripeChange): Promise<void> {
  count += 1;
  const payload = JSON.stringify({
    id: `evt_${process.pid}_${count}`,
    object: 'event',
    type: kind === 'refunded' ? 'charge.refunded' : `payment_intent.${kind}`,
    data: { object: { object: 'payment_intent', id: intent } },
  });
  if (random.chance(habits.lose)) {
    report({ fault: 'webhook lost' });
    return;
  }
  const repeats = random.chance(habits.repeat) ? 2 : 1;
  if (repeats > 1) report({ fault: 'webhook repeated' });
  for (let i = 0; i < repeats; i += 1) void deliver(payload, i);
}

async function deliver(payload: string, number: number): Promise<void> {
  // Delays of their own are what puts events out of order.
  const delay = random.int(0, habits.delayMs);
  if (delay > 0) report({ fault: 'webhook late' });
  await sleep(delay + number * 10);
  for (let attempt = 0; attempt < 3 && doors.length > 0; attempt += 1) {
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    const response = await fetch(`${random.pick(doors)}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    if (response?.ok) return;
    await sleep(300);
  }
}
