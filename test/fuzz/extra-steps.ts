/** What may happen to the extra payments of an order's returns. */
import { payExtra, startExtraPayment } from '#features/checkout/checkout.ts';
import { settle } from '#features/orders/orders.ts';
import { markDifferenceAsPaid, waiveDifference } from '#features/returns/returns.ts';
import * as extra from './extra-model.ts';
import type { ModelIntent, ModelReturn } from './order-model.ts';
import { type Life, type Step, UNCHECKED } from './step.ts';

/** A return that has something dearer, or had. */
function pickDearer({ random, model }: Life): ModelReturn | null {
  const some = model.returns.filter((one) => one.intents.length > 0 || extra.dueOf(model, one) > 0);
  return some.length > 0 ? random.pick(some) : null;
}

const shownOf = ({ clientSecret, amountMinor }: { clientSecret: string; amountMinor: number }) => ({
  ...{ clientSecret, amountMinor },
});

/** Asks for the payment, and does `rest` with it unless the shop refuses. */
function begin(
  life: Life,
  { says, one }: { says: string; one: ModelReturn },
  rest: { run(clientSecret: string): Promise<unknown>; apply(intent: ModelIntent): void },
): Step {
  const { ctx, buyer, model } = life;
  return {
    says: `${says} ${one.id} (${one.state})`,
    stop: extra.startStop(model, one),
    async run() {
      const started = shownOf(await startExtraPayment(ctx, buyer, one.id));
      await rest.run(started.clientSecret);
      return started;
    },
    apply(started) {
      extra.start(model, one, started as ReturnType<typeof shownOf>);
      const open = extra.openOf(one);
      if (open) rest.apply(open);
    },
    applyRefused: () => extra.start(model, one, null),
  };
}

/** Reports a payment as its page does, also one that lost the response, or as the provider does. */
function reporting(life: Life, one: ModelReturn, isOpen: boolean) {
  const { ctx, buyer, random } = life;
  const how = random.pick(
    isOpen ? (['page', 'lost', 'event'] as const) : (['page', 'event'] as const),
  );
  const run = (transaction: string) =>
    how === 'event'
      ? settle(ctx, transaction, { actor: 'provider' })
      : payExtra(ctx, buyer, one.id, how === 'page' ? { transaction } : {});
  return { how, run };
}

export const extraSteps = {
  payExtra(life: Life): Step | null {
    const { model, confirm } = life;
    const one = pickDearer(life);
    if (!one) return null;
    const { how, run } = reporting(life, one, true);
    return begin(
      life,
      { says: `pay the difference (${how}) of`, one },
      {
        run: async (clientSecret) => run(await confirm(clientSecret)),
        apply: (intent) => extra.report(model, one, intent),
      },
    );
  },
  /** A page from before pays, or one that has paid comes back. */
  payOnOldPage(life: Life): Step | null {
    const { random, model, confirm } = life;
    const some = model.returns.flatMap((one) =>
      one.intents.flatMap((intent) => (intent.clientSecret === null ? [] : [{ one, intent }])),
    );
    if (some.length === 0) return null;
    const { one, intent } = random.pick(some);
    const { state, amountMinor } = intent;
    const secret = intent.clientSecret ?? '';
    const { how, run } = reporting(life, one, intent === extra.openOf(one));
    const isStopped = state === 'stopped';
    const report = () => {
      if (!isStopped) extra.report(model, one, intent);
    };
    return {
      says: `pay ${amountMinor} (${how}) of ${one.id} (${one.state}) on its page (${state})`,
      stop: isStopped ? 'payment_failed' : extra.reportStop(model, one, intent),
      run: async () => run(await confirm(secret)),
      apply: report,
      applyRefused: report,
    };
  },
  /** The card is charged, and the shop does not hear of it. */
  payUnheard(life: Life): Step | null {
    const one = pickDearer(life);
    if (!one) return null;
    return begin(
      life,
      { says: 'pay without a word the difference of', one },
      {
        run: life.confirm,
        apply(intent) {
          intent.state = 'confirmed';
        },
      },
    );
  },
  openExtra(life: Life): Step | null {
    const one = pickDearer(life);
    if (!one) return null;
    const nothing = { run: async () => undefined, apply: () => undefined };
    return begin(life, { says: 'open the payment of', one }, nothing);
  },
  markExtra(life: Life): Step | null {
    const { ctx, staff, model, newKey } = life;
    const one = pickDearer(life);
    if (!one) return null;
    const request = { key: newKey(), reference: null, ...UNCHECKED };
    return {
      says: `mark the difference of ${one.id} (${one.state}) as paid`,
      stop: extra.endUnpaidStop(model, one),
      run: () => markDifferenceAsPaid(ctx, staff, one.id, request),
      apply: () => extra.markPaid(model, one),
      applyRefused: () => extra.stopOpen(model, one),
      isKeyed: true,
    };
  },
  waiveExtra(life: Life): Step | null {
    const { ctx, staff, model } = life;
    const one = pickDearer(life);
    if (!one) return null;
    return {
      says: `waive the difference of ${one.id} (${one.state})`,
      stop: extra.wasWaived(one) ? null : extra.endUnpaidStop(model, one),
      run: () => waiveDifference(ctx, staff, one.id, UNCHECKED),
      apply: () => extra.waive(model, one),
      applyRefused: () => extra.stopOpen(model, one),
    };
  },
};
