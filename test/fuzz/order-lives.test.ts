import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments, viewOrder } from '#features/orders/orders.ts';
import { releaseEndedExchanges } from '#features/returns/returns.ts';
import { AppError } from '#shared/errors.ts';
import { Random } from '../support/random.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { captureOf, checkPayments, openOf } from './extra-model.ts';
import { type LifeShop, openLifeShop, type PlacedLife, someTaxes } from './life-shop.ts';
import { expectedCall, expectedOf, faultsOfDocument, shownOf } from './life-views.ts';
import type { OrderModel } from './order-model.ts';
import { lastStep, nextStep } from './order-steps.ts';
import { releaseEnded } from './return-model.ts';
import { endingSteps } from './return-steps.ts';
import type { Step } from './step.ts';

// Random lives of orders beside a plain model: after each step the shop and the model agree on what
// was allowed, and on what the order then is. A few orders live at once; between the parts of their
// lives days pass, the rates of taxes change, and the jobs for late exchanges and for payments run.
// LIVES=n makes a run longer, LIVES_SEED=n another one. A failure names the seed of its group, which
// repeats it.

const LIVES = Number(process.env.LIVES ?? 20);
const SEED = Number(process.env.LIVES_SEED ?? 20_261_125);
const AT_ONCE = 4;
/** How many steps there are before the days pass, each time. */
const PARTS = [11, 8, 5];
/** No sum of them is the exact day on which a time ends. */
const DAYS = [0, 3, 13, 25];
/** Passes as well, so that all open payments are due for their check when the days have passed. */
const HOURS = 7;

let lives: LifeShop;
const counts = { lives: 0, steps: 0, accepted: 0, paid: 0, refunded: 0, tooLate: 0 };

beforeAll(async () => {
  lives = await openLifeShop();
});
afterAll(async () => {
  await expectSoundLedger(lives.shop);
  await lives.shop.close();
});

interface Told extends PlacedLife {
  /** What has happened, for a failure. */
  story: string[];
  last: Step | null;
}

async function checkOrder({ ctx, orderId, model, skus, story }: Told, group: number) {
  const paying = model.returns.filter(({ intents }) => intents.length > 0).map(({ id }) => id);
  const [order, stock, extras] = await Promise.all([
    viewOrder(ctx, orderId),
    lives.onHand(skus),
    paying.length > 0 ? lives.extrasOf(paying) : [],
  ]);
  const where = `LIVES_SEED=${group} LIVES=${AT_ONCE}, order ${orderId}:\n${story.join('\n')}\n`;
  expect(shownOf(order, stock, extras), where).toEqual(expectedOf(model));
}

async function takeStep(life: Told, step: Step, group: number): Promise<void> {
  counts.steps += 1;
  let refusal: AppError | null = null;
  let result: unknown;
  life.story.push(step.says);
  try {
    result = await step.run();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) {
      console.error(`LIVES_SEED=${group}:\n${life.story.join('\n')}`);
      throw error;
    }
    refusal = error;
  }
  const where = `LIVES_SEED=${group} LIVES=${AT_ONCE}, order ${life.orderId}:\n${life.story.join('\n')}\n${refusal?.message}`;
  expect(refusal?.code ?? null, where).toBe(step.stop);
  if (refusal) {
    life.story.push(`  ${refusal.code}`);
    step.applyRefused?.();
  } else {
    counts.accepted += 1;
    step.apply(result);
  }
  await checkOrder(life, group);
  if (!refusal && step.isKeyed) life.last = step;
}

/** Some steps, and now and then the same request once more. */
async function liveOn(life: Told, steps: number, group: number): Promise<void> {
  for (let n = 0; n < steps && life.model.status !== 'cancelled'; n += 1) {
    const { last } = life;
    if (last && life.random.chance(0.04)) {
      const repeat = { says: `again: ${last.says}`, stop: null, apply: () => undefined };
      await takeStep(life, { ...repeat, run: last.run }, group);
    } else await takeStep(life, nextStep(life), group);
  }
  const rest = lastStep(life);
  if (rest) await takeStep(life, rest, group);
}

/** What the call of the order and its documents say, at the end of a life. */
async function checkEnd(life: Told, group: number): Promise<void> {
  const { orderId, model, story } = life;
  await checkOrder(life, group);
  // The end of an exchange has its payment stopped at once.
  expect(model.returns.filter(openOf), story.join('\n')).toEqual([]);
  const response = await lives.client.get(`/api/v1/orders/${orderId}`);
  // A deleted order has left My Orders.
  const expected = model.status === 'cancelled' ? { code: 'not_found' } : expectedCall(model);
  expect(await response.json(), story.join('\n')).toMatchObject(expected);
  const documents = await lives.query(
    'select kind, label, content, return_id from documents where order_id = $1 order by number',
    [orderId],
  );
  for (const one of model.returns) {
    const invoices = documents.filter(
      (each) => each.kind === 'invoice' && each.return_id === one.id,
    );
    const lines = invoices.flatMap(({ content }) => content.lines);
    expect(lines, story.join('\n')).toMatchObject(captureOf(one)?.lines ?? []);
  }
  for (const { label, content } of documents) {
    expect(faultsOfDocument(content), `${label} of ${orderId}:\n${story.join('\n')}`).toEqual([]);
  }
}

const JOBS = {
  exchanges: {
    says: 'the job ends exchanges',
    run: () => releaseEndedExchanges(lives.ctx),
    apply: releaseEnded,
  },
  payments: {
    says: 'the job asks about payments',
    run: () => reconcilePayments(lives.ctx),
    apply: checkPayments,
  },
};

/** Mostly both jobs, in any order. */
function someJobs(random: Random) {
  const both = [JOBS.exchanges, JOBS.payments].filter(() => random.chance(0.7));
  return random.chance(0.5) ? both : both.reverse();
}

/** Ends what is reserved. */
async function endLife(life: Told, group: number): Promise<void> {
  for (const step of endingSteps(life)) await takeStep(life, step, group);
}

/** How many extra payments there were, and how many of them went back or were not taken. */
function countExtras({ returns }: OrderModel): void {
  for (const { state, refundedMinor } of returns.flatMap(({ intents }) => intents)) {
    if (state === 'captured') counts.paid += 1;
    if (state === 'captured' && refundedMinor > 0) counts.refunded += 1;
    if (state === 'refunded') counts.tooLate += 1;
  }
}

async function liveTogether(group: number, shelves: Awaited<ReturnType<LifeShop['newGoods']>>[]) {
  const random = new Random(Math.imul(group, 0x9e3779b1));
  lives.moveClock(0);
  let taxes = someTaxes(random);
  await lives.setTaxes(taxes);
  const told = await Promise.all(
    shelves.map(async (goods): Promise<Told> => {
      const life = await lives.begin(random.fork(), goods);
      return { ...life, story: [], last: null };
    }),
  );
  let today = 0;
  for (const [part, steps] of PARTS.entries()) {
    if (part > 0) {
      today += random.pick(DAYS);
      lives.moveClock(today + (part * HOURS) / 24);
      taxes = { ...someTaxes(random), isIncluded: taxes.isIncluded !== random.chance(0.3) };
      await lives.setTaxes(taxes);
      for (const life of told) life.model.today = today;
      const jobs = someJobs(random);
      for (const job of jobs) await job.run();
      for (const life of told) {
        life.story.push([`day ${today}`, ...jobs.map(({ says }) => says)].join(', '));
        for (const job of jobs) job.apply(life.model);
        await checkOrder(life, group);
      }
    }
    await Promise.all(told.map((life) => liveOn(life, steps, group)));
  }
  await Promise.all(told.map((life) => endLife(life, group)));
  await JOBS.payments.run();
  for (const life of told) {
    JOBS.payments.apply(life.model);
    await checkEnd(life, group);
    countExtras(life.model);
  }
  counts.lives += told.length;
}

test(`${LIVES} random lives of orders are as a plain model says, seed ${SEED}`, {
  timeout: 60_000 + LIVES * 2_000,
}, async () => {
  const shelves = await Promise.all(Array.from({ length: AT_ONCE }, lives.newGoods));
  for (let group = 0; group * AT_ONCE < LIVES; group += 1) {
    await liveTogether(SEED + group, shelves);
    if (group % 50 !== 49) continue;
    console.log(JSON.stringify({ group: SEED + group, ...counts }));
    // Nothing else does this in a database for tests, and a long run needs it.
    await lives.query('vacuum analyze', []);
  }
  console.log(JSON.stringify(counts));
  // Lives end early, and some steps are to be refused.
  expect(counts.accepted).toBeGreaterThan(LIVES * 2);
});
