/** What may happen to an order: each step as the shop is asked for it, and as the model sees it. */
import {
  cancelLines,
  cancelOwnOrder,
  fulfillOrder,
  holdOrder,
  markDelivered,
  releaseOrder,
  takeBackParcel,
} from '#features/fulfillment/fulfillment.ts';
import { deleteOrder, refundLines } from '#features/orders/orders.ts';
import { isPayable } from './extra-model.ts';
import { extraSteps } from './extra-steps.ts';
import type { Refund } from './order-model.ts';
import { returnSteps } from './return-steps.ts';
import { type Life, type Step, someUnits, typedAmount, UNCHECKED, withSkus } from './step.ts';
import { takeBack, takingBackStop } from './take-back-model.ts';

const orderSteps = {
  pay: ({ model, pay }: Life): Step => ({
    says: 'pay',
    stop: null,
    run: pay,
    apply: () => model.pay(),
  }),
  // A paid order is only archived, which ends in other tests.
  delete: ({ ctx, buyer, orderId, model }: Life): Step => ({
    says: 'delete',
    stop: null,
    run: () => deleteOrder(ctx, buyer, orderId, { shown: 'pending' }),
    apply: () => model.delete(),
  }),
  send(life: Life): Step {
    const { ctx, staff, orderId, model } = life;
    // Without lines, all goes out that was not refunded.
    const isAll = life.random.chance(0.3);
    const units = isAll ? model.toPack : someUnits(life, model.toShip);
    const lines = isAll ? undefined : withSkus(life, units);
    const parcel = { lines, carrier: null, trackingNumber: null };
    const request = { ...parcel, key: life.newKey(), ...UNCHECKED };
    return {
      says: `send ${isAll ? 'all: ' : ''}${JSON.stringify(units)}`,
      stop: model.sendingStop(units),
      run: () => fulfillOrder(ctx, staff, orderId, request),
      apply: (result) => model.send((result as { id: string }).id, units),
      isKeyed: true,
    };
  },
  deliver({ ctx, staff, random, model }: Life): Step | null {
    if (model.parcels.length === 0) return null;
    const parcel = random.pick(model.parcels);
    return {
      says: `deliver ${parcel.id}`,
      stop: null,
      run: () => markDelivered(ctx, staff, parcel.id, UNCHECKED),
      apply() {
        parcel.deliveredDay ??= model.today;
      },
    };
  },
  takeBack({ ctx, staff, random, model }: Life): Step | null {
    if (model.parcels.length === 0) return null;
    const parcel = random.pick(model.parcels);
    return {
      says: `take back ${parcel.id}`,
      stop: takingBackStop(model, parcel),
      run: () => takeBackParcel(ctx, staff, parcel.id, UNCHECKED),
      apply: () => takeBack(model, parcel),
      isKeyed: true,
    };
  },
  hold({ ctx, staff, orderId, model, newKey }: Life): Step {
    const request = { key: newKey(), reason: null, ...UNCHECKED };
    return {
      says: 'hold',
      stop: model.holdingStop(),
      run: () => holdOrder(ctx, staff, orderId, request),
      apply() {
        model.isHeld = true;
      },
    };
  },
  release({ ctx, staff, orderId, model, newKey }: Life): Step {
    const request = { key: newKey(), ...UNCHECKED };
    return {
      says: 'release',
      stop: null,
      run: () => releaseOrder(ctx, staff, orderId, request),
      apply() {
        model.isHeld = false;
      },
    };
  },
  cancel(life: Life): Step {
    const { ctx, staff, orderId, random, model, newKey } = life;
    const units = someUnits(life, model.toShip);
    const amountMinor = typedAmount(life, 0);
    const restock = random.chance(0.7);
    const what = { lines: withSkus(life, units), restock, note: null, refundMinor: amountMinor };
    const request = { ...what, key: newKey(), ...UNCHECKED };
    return {
      says: `cancel ${JSON.stringify({ units, restock, amountMinor })}`,
      stop: model.cancellingStop(units, amountMinor),
      run: () => cancelLines(ctx, staff, orderId, request),
      apply: () => model.cancel(units, { restock, amountMinor }),
      isKeyed: true,
    };
  },
  cancelOwn({ ctx, buyer, orderId, model }: Life): Step {
    const units = model.toShip.flatMap((quantity, position) =>
      quantity > 0 ? [{ position, quantity }] : [],
    );
    return {
      says: 'cancel the own order',
      stop: model.ownCancellingStop(),
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
    const amountMinor = typedAmount(life, 1);
    const refund: Refund = { units, shipping: random.chance(0.3), amountMinor };
    const restock = units.length > 0 && random.chance(0.3);
    const { shipping } = refund;
    const what = { lines: withSkus(life, units), shipping, amountMinor, restock };
    const request = { ...what, reason: 'A life', key: newKey(), ...UNCHECKED };
    return {
      says: `refund ${JSON.stringify({ ...refund, restock })}`,
      stop: model.refundingStop(refund, restock),
      run: () => refundLines(ctx, staff, orderId, request),
      apply: () => model.refund(refund, { restock }),
      isKeyed: true,
    };
  },
};

const steps = { ...orderSteps, ...returnSteps, ...extraSteps };

const WEIGHTS: Record<keyof typeof steps, number> = {
  ...{
    pay: 3,
    delete: 0.3,
    send: 5,
    deliver: 5,
    takeBack: 1.5,
    hold: 0.7,
    release: 1.5,
    cancel: 1.2,
  },
  ...{ cancelOwn: 0.5, refund: 1.2, request: 6, approve: 4, decline: 0.5, withdraw: 0.5 },
  ...{ receive: 3, close: 0.7, refundReturn: 3, ship: 2.5, cancelExchange: 0.8 },
  ...{ payExtra: 2.5, payOnOldPage: 0.5, payUnheard: 0.6, openExtra: 0.5 },
  ...{ markExtra: 0.5, waiveExtra: 0.5 },
};

/** What is done while an extra payment can be made. */
const PAYING = { payExtra: 5, payUnheard: 1, openExtra: 1, markExtra: 1.5, waiveExtra: 1 };

/** A step that has something to be done to; most fit the state of the order. */
export function nextStep(life: Life): Step {
  const { random, model } = life;
  // Most orders are paid early, because little can be done before.
  if (model.status === 'pending' && random.chance(0.5)) return steps.pay(life);
  // Few exchanges are dearer, and fewer come so far that they can be paid.
  const mayPay = model.returns.some((one) => isPayable(model, one));
  if (mayPay && random.chance(0.4)) {
    const step = steps[random.weighted(PAYING)](life);
    if (step) return step;
  }
  for (;;) {
    const name = random.weighted(WEIGHTS);
    if ((name === 'pay' || name === 'delete') && model.status !== 'pending') continue;
    const step = steps[name](life);
    // What is refused changes nothing, so most of it is left out.
    if (step && (step.stop === null || random.chance(0.3))) return step;
  }
}

/** An order that is still to be paid when days pass is paid before. */
export const lastStep = (life: Life): Step | null =>
  life.model.status === 'pending' ? steps.pay(life) : null;
