/** What may happen to the returns of an order, and to what goes out in exchange for them. */
import {
  approveReturn,
  cancelExchange,
  closeReturn,
  declineReturn,
  receiveReturn,
  refundReturn,
  requestReturn,
  shipExchange,
  withdrawReturn,
} from '#features/returns/returns.ts';
import type { ModelReturn } from './order-model.ts';
import * as returns from './return-model.ts';
import { type Life, type Step, someUnits, typedAmount, UNCHECKED } from './step.ts';

const TRACKING = { carrier: 'RedX', trackingNumber: 'RX1' };

/** What is wanted for some of the lines: mostly what can be had, sometimes at another price. */
function wanted(life: Life, units: ReturnType<typeof someUnits>): returns.WantedLine[] {
  const { random, model } = life;
  const isForMoney = random.chance(0.3);
  return units.map((one) => {
    const { sku, priceMinor, others } = model.line(one.position);
    const dearer = others.filter((other) => other.priceMinor > priceMinor);
    if (isForMoney || random.chance(0.2)) return { ...one, wanted: null, shownMinor: null };
    const variant = random.chance(0.95)
      ? random.pick(random.chance(0.5) ? dearer : others)
      : { sku, priceMinor: 0 };
    const isShown = random.chance(0.5);
    const shownMinor = isShown ? variant.priceMinor + (random.chance(0.1) ? 1 : 0) : null;
    return { ...one, wanted: variant.sku, shownMinor };
  });
}

function ofReturn(
  { random, model }: Life,
  says: string,
  states: ModelReturn['state'][],
  step: (one: ModelReturn) => Pick<Step, 'run' | 'apply'> & Partial<Pick<Step, 'stop'>>,
): Step | null {
  if (model.returns.length === 0) return null;
  const one = random.pick(model.returns);
  const stop = states.includes(one.state) ? null : 'return_state';
  return { says: `${says} ${one.id} (${one.state})`, stop, ...step(one) };
}

export const returnSteps = {
  request(life: Life): Step {
    const { ctx, buyer, staff, orderId, random, model, newKey } = life;
    const isStaff = random.chance(0.3);
    const most = isStaff ? model.returnable : returns.ownReturnable(model);
    const lines = wanted(life, someUnits(life, most));
    const asked = lines.map(({ position, quantity, wanted: sku, shownMinor }) => ({
      ...{ sku: model.line(position).sku, quantity, reason: 'quality' as const },
      ...(sku !== null && { exchangeForSku: sku }),
      ...(shownMinor !== null && { exchangePrice: shownMinor }),
    }));
    const who = isStaff ? staff : buyer;
    const key = newKey();
    return {
      says: `${isStaff ? 'staff ask' : 'ask'} for a return of ${JSON.stringify(lines)}`,
      stop: returns.requestStop(model, lines, {
        isStaff,
        pricesIncludeTax: life.pricesIncludeTax(),
      }),
      run: () => requestReturn(ctx, who, orderId, { lines: asked, note: null, key }),
      apply: (result) => returns.request(model, (result as { id: string }).id, lines),
    };
  },
  approve: (life: Life) =>
    ofReturn(life, 'approve', ['requested', 'in_transit'], (one) => ({
      run: () => approveReturn(life.ctx, life.staff, one.id, UNCHECKED),
      apply() {
        if (one.state === 'requested') one.approvedDay = life.model.today;
        one.state = 'in_transit';
      },
    })),
  decline: (life: Life) =>
    ofReturn(life, 'decline', ['requested', 'declined'], (one) => ({
      run: () => declineReturn(life.ctx, life.staff, one.id, { reason: 'Worn', ...UNCHECKED }),
      apply() {
        one.state = 'declined';
        returns.release(life.model, one, 'declined');
      },
    })),
  withdraw: (life: Life) =>
    ofReturn(life, 'withdraw', ['requested', 'withdrawn'], (one) => ({
      run: () => withdrawReturn(life.ctx, life.buyer, one.id),
      apply() {
        one.state = 'withdrawn';
        returns.release(life.model, one, 'withdrawn');
      },
    })),
  receive(life: Life): Step | null {
    const { ctx, staff, random, model } = life;
    if (model.returns.length === 0) return null;
    const one = random.pick(model.returns);
    const came = one.lines.map((line) => {
      const received = random.chance(0.7) ? line.quantity : random.int(0, line.quantity);
      return { line, received, restocked: received > 0 && random.chance(0.6) };
    });
    const lines = came.map(({ line: { position }, received: quantity, restocked: restock }) => {
      const { sku } = model.line(position);
      return { sku, quantity, condition: null, restock };
    });
    const isRepeat = returns.isSameAsCame(came);
    return {
      says: `receive ${one.id} (${one.state}) ${JSON.stringify(lines)}`,
      stop: one.state === 'in_transit' || isRepeat ? null : 'return_state',
      run: () => receiveReturn(ctx, staff, one.id, { lines, ...UNCHECKED }),
      apply() {
        if (!isRepeat) returns.receive(model, one, came);
      },
    };
  },
  close: (life: Life) =>
    ofReturn(life, 'close', [], (one) => ({
      stop: returns.closeStop(one),
      run: () => closeReturn(life.ctx, life.staff, one.id, UNCHECKED),
      apply() {
        one.state = 'closed';
        returns.release(life.model, one, 'closed');
      },
    })),
  refundReturn(life: Life): Step | null {
    const { ctx, staff, random, model } = life;
    const open = model.returns.filter(({ state }) => state !== 'closed');
    if (open.length === 0) return null;
    const one = random.pick(open);
    const chosen = { shipping: random.chance(0.2), amountMinor: typedAmount(life, 1) };
    const { stop, ...refund } = returns.refundOfReturn(model, one, chosen);
    return {
      says: `refund return ${one.id} (${one.state}) ${JSON.stringify(chosen)}`,
      stop,
      run: () => refundReturn(ctx, staff, one.id, { ...chosen, ...UNCHECKED }),
      apply() {
        model.refund(refund, { isBack: true });
        one.state = 'closed';
        one.isRefunded = true;
      },
    };
  },
  ship: (life: Life) =>
    ofExchange(life, 'send the exchange of', (one) => ({
      stop: returns.shipStop(life.model, one),
      run: async () => {
        await shipExchange(life.ctx, life.staff, one.id, { ...TRACKING, ...UNCHECKED });
        return life.exchangeParcelOf(one.id);
      },
      apply: (id) => returns.ship(life.model, one, id as string),
    })),
  cancelExchange: (life: Life) =>
    ofExchange(life, 'cancel the exchange of', (one) => ({
      stop: returns.cancelExchangeStop(one),
      run: () => cancelExchange(life.ctx, life.staff, one.id, UNCHECKED),
      apply: () => returns.cancelExchange(life.model, one),
    })),
};

/** Ends what an order has reserved, so that no job of a later life moves stock for this one. */
export function endingSteps({ ctx, staff, model }: Life): Step[] {
  return model.returns
    .filter(({ lines }) => lines.some(returns.isReserved))
    .map((one) => {
      const isAsked = one.state === 'requested';
      return {
        says: `end ${one.id} (${one.state})`,
        stop: null,
        run: () =>
          isAsked
            ? declineReturn(ctx, staff, one.id, { reason: 'The life is over', ...UNCHECKED })
            : cancelExchange(ctx, staff, one.id, UNCHECKED),
        apply() {
          if (isAsked) one.state = 'declined';
          returns.release(model, one, isAsked ? 'declined' : 'cancelled');
        },
      };
    });
}

/** A step with a return that has an exchange; null if there is none. */
function ofExchange(
  { random, model }: Life,
  says: string,
  step: (one: ModelReturn) => Pick<Step, 'run' | 'apply' | 'stop'>,
): Step | null {
  const some = model.returns.filter(({ lines }) => lines.some(({ exchange }) => exchange !== null));
  if (some.length === 0) return null;
  const one = random.pick(some);
  return { says: `${says} ${one.id} (${one.state})`, ...step(one) };
}
