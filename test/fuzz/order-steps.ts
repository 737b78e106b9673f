/** What may happen to an order: each step as the shop is asked for it, and as the model sees it. */

import type { Actor } from '#features/actor.ts';
import type { Ctx } from '#features/context.ts';
import {
  cancelLines,
  cancelOwnOrder,
  fulfillOrder,
  holdOrder,
  markDelivered,
  releaseOrder,
} from '#features/fulfillment/fulfillment.ts';
import { deleteOrder, refundLines } from '#features/orders/orders.ts';
import {
  approveReturn,
  closeReturn,
  declineReturn,
  receiveReturn,
  refundReturn,
  requestReturn,
  withdrawReturn,
} from '#features/returns/returns.ts';
import type { Random } from '../support/random.ts';
import type { ModelReturn, OrderModel, Refund, Units } from './order-model.ts';

export interface Life {
  ctx: Ctx;
  orderId: string;
  buyer: Actor;
  staff: Actor;
  random: Random;
  model: OrderModel;
  /** Pays the order by card. */
  pay(): Promise<unknown>;
  newKey(): string;
}

export interface Step {
  says: string;
  run(): Promise<unknown>;
  isAllowed: boolean;
  /** Changes the model after the shop accepted it. */
  apply(result: unknown): void;
}

const UNCHECKED = { version: null };

/** Some units of some lines, mostly within what there is. */
function someUnits({ random, model }: Life, most: number[]): Units {
  const units = most.flatMap((left, position) => {
    if (!random.chance(left > 0 ? 0.6 : 0.05)) return [];
    const isTooMany = random.chance(0.05);
    return [{ position, quantity: isTooMany ? left + 1 : random.int(1, Math.max(1, left)) }];
  });
  return units.length > 0 ? units : [{ position: random.below(model.lines.length), quantity: 1 }];
}

const withSkus = ({ model }: Life, units: Units) =>
  units.map(({ position, quantity }) => ({ sku: model.line(position).sku, quantity }));

/** Null mostly; else any amount, sometimes more than is left. */
function typedAmount({ random, model }: Life, least: number): number | null {
  if (random.chance(0.75)) return null;
  return random.int(least, Math.max(least, Math.round(model.leftMinor * 1.1)));
}

const steps = {
  pay(life: Life): Step {
    const { model } = life;
    const isAllowed = model.status === 'pending';
    const apply = () => {
      model.status = 'paid';
    };
    return { says: 'pay', run: life.pay, isAllowed, apply };
  },
  delete({ ctx, buyer, orderId, model }: Life): Step {
    // A paid order is only archived, which ends the life.
    const isAllowed = model.status === 'pending';
    return {
      says: 'delete',
      isAllowed,
      run: () => deleteOrder(ctx, buyer, orderId, { shown: 'pending' }),
      apply() {
        model.status = 'cancelled';
        for (const line of model.lines) line.onHand = 0;
      },
    };
  },
  send(life: Life): Step {
    const { ctx, staff, orderId, model, newKey } = life;
    const units = someUnits(life, model.toShip);
    const parcel = { lines: withSkus(life, units), carrier: null, trackingNumber: null };
    return {
      says: `send ${JSON.stringify(units)}`,
      isAllowed: model.maySend(units),
      run: () => fulfillOrder(ctx, staff, orderId, { ...parcel, key: newKey(), ...UNCHECKED }),
      apply: (result) => model.send((result as { id: string }).id, units),
    };
  },
  deliver({ ctx, staff, random, model }: Life): Step | null {
    if (model.parcels.length === 0) return null;
    const parcel = random.pick(model.parcels);
    const apply = () => {
      parcel.isDelivered = true;
    };
    const run = () => markDelivered(ctx, staff, parcel.id, UNCHECKED);
    return { says: `deliver ${parcel.id}`, isAllowed: true, run, apply };
  },
  hold({ ctx, staff, orderId, model, newKey }: Life): Step {
    const request = { key: newKey(), reason: null, ...UNCHECKED };
    return {
      says: 'hold',
      isAllowed: model.isHeld || (model.status === 'paid' && model.isOpen),
      run: () => holdOrder(ctx, staff, orderId, request),
      apply() {
        model.isHeld = true;
      },
    };
  },
  release({ ctx, staff, orderId, model, newKey }: Life): Step {
    const apply = () => {
      model.isHeld = false;
    };
    const run = () => releaseOrder(ctx, staff, orderId, { key: newKey(), ...UNCHECKED });
    return { says: 'release', isAllowed: true, run, apply };
  },
  cancel(life: Life): Step {
    const { ctx, staff, orderId, random, model, newKey } = life;
    const units = someUnits(life, model.toShip);
    const amountMinor = typedAmount(life, 0);
    const restock = random.chance(0.7);
    const what = { lines: withSkus(life, units), restock, note: null, refundMinor: amountMinor };
    return {
      says: `cancel ${JSON.stringify({ units, restock, amountMinor })}`,
      isAllowed: model.mayCancel(units, amountMinor),
      run: () => cancelLines(ctx, staff, orderId, { ...what, key: newKey(), ...UNCHECKED }),
      apply: () => model.cancel(units, { restock, amountMinor }),
    };
  },
  cancelOwn({ ctx, buyer, orderId, model }: Life): Step {
    const units = model.toShip.flatMap((quantity, position) =>
      quantity > 0 ? [{ position, quantity }] : [],
    );
    const isUnsent = model.parcels.length === 0 && !model.isHeld;
    return {
      says: 'cancel the own order',
      isAllowed:
        model.isCancelledByOwner || (model.status === 'paid' && isUnsent && units.length > 0),
      run: () => cancelOwnOrder(ctx, buyer, orderId),
      apply() {
        if (!model.isCancelledByOwner) model.cancel(units, { restock: true, amountMinor: null });
        model.isCancelledByOwner = true;
      },
    };
  },
  refund(life: Life): Step {
    const { ctx, staff, orderId, random, model, newKey } = life;
    const left = model.lines.map(({ bought, refunded }) => bought - refunded);
    const units = random.chance(0.8) ? someUnits(life, left) : [];
    const refund: Refund = {
      units,
      shipping: random.chance(0.3),
      amountMinor: typedAmount(life, 1),
    };
    const restock = units.length > 0 && random.chance(0.3);
    const { shipping, amountMinor } = refund;
    const asked = {
      lines: withSkus(life, units),
      shipping,
      amountMinor,
      restock,
      reason: 'A life',
    };
    return {
      says: `refund ${JSON.stringify({ ...refund, restock })}`,
      isAllowed: model.mayRefund(refund, restock),
      run: () => refundLines(ctx, staff, orderId, { ...asked, key: newKey(), ...UNCHECKED }),
      apply() {
        model.refund(refund);
        if (restock) model.restock(units);
      },
    };
  },
  request(life: Life): Step {
    const { ctx, buyer, staff, orderId, random, model, newKey } = life;
    const units = someUnits(life, model.returnable);
    const lines = withSkus(life, units).map((line) => ({ ...line, reason: 'quality' as const }));
    const who = random.chance(0.7) ? buyer : staff;
    return {
      says: `ask for a return of ${JSON.stringify(units)}`,
      isAllowed: model.status === 'paid' && model.fits(units, model.returnable),
      run: () => requestReturn(ctx, who, orderId, { lines, note: null, key: newKey() }),
      apply(result) {
        const { id } = result as { id: string };
        const asked = units.map((one) => ({ ...one, received: null, restocked: false }));
        model.returns.push({ id, state: 'requested', lines: asked });
      },
    };
  },
  approve: (life: Life) =>
    ofReturn(life, 'approve', ['requested', 'in_transit'], (one) => ({
      run: () => approveReturn(life.ctx, life.staff, one.id, UNCHECKED),
      apply() {
        one.state = 'in_transit';
      },
    })),
  decline: (life: Life) =>
    ofReturn(life, 'decline', ['requested', 'declined'], (one) => ({
      run: () => declineReturn(life.ctx, life.staff, one.id, { reason: 'Worn', ...UNCHECKED }),
      apply() {
        one.state = 'declined';
      },
    })),
  withdraw: (life: Life) =>
    ofReturn(life, 'withdraw', ['requested', 'withdrawn'], (one) => ({
      run: () => withdrawReturn(life.ctx, life.buyer, one.id),
      apply() {
        one.state = 'withdrawn';
      },
    })),
  receive(life: Life): Step | null {
    const { ctx, staff, random, model } = life;
    if (model.returns.length === 0) return null;
    const one = random.pick(model.returns);
    const came = one.lines.map((line) => {
      const { quantity: asked } = line;
      const received = random.chance(0.7) ? asked : random.int(0, asked);
      return { line, received, restocked: received > 0 && random.chance(0.6) };
    });
    const lines = came.map(({ line: { position }, received: quantity, restocked: restock }) => {
      const { sku } = model.line(position);
      return { sku, quantity, condition: null, restock };
    });
    // A repeat that says the same finds it done.
    const isRepeat = came.every(
      ({ line, received, restocked }) => line.received === received && line.restocked === restocked,
    );
    return {
      says: `receive ${one.id} (${one.state}) ${JSON.stringify(lines)}`,
      isAllowed: one.state === 'in_transit' || isRepeat,
      run: () => receiveReturn(ctx, staff, one.id, { lines, ...UNCHECKED }),
      apply() {
        if (isRepeat) return;
        one.state = 'received';
        for (const { line, received, restocked } of came) {
          Object.assign(line, { received, restocked });
          if (restocked) model.line(line.position).onHand += received;
        }
      },
    };
  },
  close: (life: Life) =>
    ofReturn(life, 'close', ['in_transit', 'received', 'closed'], (one) => ({
      run: () => closeReturn(life.ctx, life.staff, one.id, UNCHECKED),
      apply() {
        one.state = 'closed';
      },
    })),
  refundReturn(life: Life): Step | null {
    const { ctx, staff, random, model } = life;
    const open = model.returns.filter(({ state }) => state === 'received');
    if (open.length === 0) return null;
    const one = random.pick(open);
    const units = model.refundableOf(one);
    const refund: Refund = {
      units,
      shipping: random.chance(0.2),
      amountMinor: typedAmount(life, 1),
    };
    const { shipping, amountMinor } = refund;
    return {
      says: `refund return ${one.id} ${JSON.stringify(refund)}`,
      isAllowed: model.mayRefund(refund, false),
      run: () => refundReturn(ctx, staff, one.id, { shipping, amountMinor, ...UNCHECKED }),
      apply() {
        model.refund(refund);
        one.state = 'closed';
      },
    };
  },
};

function ofReturn(
  { random, model }: Life,
  says: string,
  states: ModelReturn['state'][],
  step: (one: ModelReturn) => Pick<Step, 'run' | 'apply'>,
): Step | null {
  if (model.returns.length === 0) return null;
  const one = random.pick(model.returns);
  const isAllowed = states.includes(one.state);
  return { says: `${says} ${one.id} (${one.state})`, isAllowed, ...step(one) };
}

const WEIGHTS: Record<keyof typeof steps, number> = {
  ...{ pay: 3, delete: 0.3, send: 4, deliver: 4, hold: 1, release: 1.5, cancel: 1.5 },
  ...{ cancelOwn: 0.6, refund: 1.5, request: 4, approve: 3, decline: 0.6, withdraw: 0.6 },
  ...{ receive: 3, close: 1, refundReturn: 3 },
};

/** A step that has something to be done to; most fit the state of the order. */
export function nextStep(life: Life): Step {
  const { random, model } = life;
  // Most orders are paid early, because little can be done before.
  if (model.status === 'pending' && random.chance(0.5)) return steps.pay(life);
  for (;;) {
    const name = random.weighted(WEIGHTS);
    // A payment of a paid order and a deletion end in other tests.
    if ((name === 'pay' || name === 'delete') && model.status !== 'pending') continue;
    const step = steps[name](life);
    if (step) return step;
  }
}
