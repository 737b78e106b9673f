/** The rates of the torture's shop, and the one of them that staff change now and then. */
import { setTimeout as sleep } from 'node:timers/promises';
import { plainTax } from '../support/plain-money.ts';
import type { Random } from '../support/random.ts';
import type { Market } from './flows.ts';
import type { Call, Shopper } from './shopper.ts';

const PATH = '/api/v1/taxes';
/** Rates of gadgets, which is what everybody buys, in parts per million. */
const GADGETS_PPM = [75_000, 99_750, 200_000];
/** Of everything else and of the shipping. */
export const SHIPPING_PPM = 150_000;
/** How long a request is repeated until its end is known, in milliseconds: a database may be away. */
const PATIENCE_MS = 120_000;
const APART_MS = 50;

export interface Taxes {
  /** Whether prices include them; the same for a whole run. */
  isIncluded: boolean;
  /** As of the last change that the shop acknowledged. */
  gadgetsPpm: number;
  /** Every rate that orders may have. */
  seenPpm: Set<number>;
  version: string;
  /** The change that is on its way. */
  change: Promise<void>;
  /** True while what is sold must not be refused because of another rate. */
  isFixed: boolean;
}

/** Sets the first rates, while nothing goes wrong. */
export async function openTaxes(random: Random, admin: Shopper): Promise<Taxes> {
  const taxes: Taxes = {
    isIncluded: random.chance(0.5),
    gadgetsPpm: random.pick(GADGETS_PPM),
    seenPpm: new Set(),
    version: '',
    change: Promise.resolve(),
    isFixed: false,
  };
  await readVersion(admin, taxes);
  const { kind, body } = await admin.call(changeTo(taxes, taxes.gadgetsPpm));
  if (kind !== 'ok') throw new Error(`The rates can't be set: ${JSON.stringify(body)}`);
  await readVersion(admin, taxes);
  taxes.seenPpm.add(taxes.gadgetsPpm);
  return taxes;
}

/** Staff change a rate, and ask until they know that it is changed. */
export async function changeRate({ taxes, staff, breaches }: Market, shopper: Shopper) {
  const [, second] = staff;
  if (taxes.isFixed) return;
  const next = shopper.random.pick(GADGETS_PPM);
  const change = async () => {
    // Orders may have it from the moment of the request.
    taxes.seenPpm.add(next);
    const call = changeTo(taxes, next);
    const { outcome, attempts } = await callUntilKnown(second, call);
    // Nobody else edits them, so a conflict says that an earlier attempt arrived.
    const isChanged = outcome.kind === 'ok' || (attempts > 1 && outcome.code === 'edit_conflict');
    if (!isChanged) breaches.push(`the rates of taxes can't be changed: ${outcome.code}`);
    else taxes.gadgetsPpm = next;
    await readVersion(second, taxes);
  };
  taxes.change = taxes.change.then(change);
  await taxes.change;
}

/** Lets no rate change until it is called off. */
export async function fixRates(taxes: Taxes): Promise<() => void> {
  taxes.isFixed = true;
  await taxes.change;
  return () => {
    taxes.isFixed = false;
  };
}

/** The total of what is bought, as its client computes it. */
export function totalOf(taxes: Taxes, goodsMinor: number, shippingMinor: number): number {
  const { isIncluded, gadgetsPpm } = taxes;
  const taxMinor =
    plainTax(goodsMinor, gadgetsPpm, isIncluded) +
    plainTax(shippingMinor, SHIPPING_PPM, isIncluded);
  return goodsMinor + shippingMinor + (isIncluded ? 0 : taxMinor);
}

function changeTo({ isIncluded, version }: Taxes, gadgetsPpm: number): Call {
  const rate = (name: string, ppm: number, more: object) => {
    return { name, rate: ppm / 10_000, country: 'BD', ...more };
  };
  const json = {
    pricesIncludeTax: isIncluded,
    rates: [
      rate('VAT', SHIPPING_PPM, { coversShipping: true }),
      rate('Gadget VAT', gadgetsPpm, { categoryId: 'Gadget' }),
    ],
  };
  return { method: 'PUT', path: PATH, json, headers: { 'if-match': version } };
}

async function readVersion(staff: Shopper, taxes: Taxes): Promise<void> {
  const { outcome } = await callUntilKnown(staff, { method: 'GET', path: PATH });
  if (outcome.kind === 'ok') taxes.version = `"${outcome.body.version}"`;
}

async function callUntilKnown(staff: Shopper, call: Call) {
  const deadline = Date.now() + PATIENCE_MS;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await staff.call(call);
    if (outcome.kind !== 'unknown' || Date.now() > deadline) return { outcome, attempts };
    await sleep(APART_MS);
  }
}
