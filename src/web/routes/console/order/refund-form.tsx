import { type RefObject, useEffect, useRef } from 'react';
import { Form, useLocation, useNavigation, useNavigationType } from 'react-router';
import { unitsToPack } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import {
  leftToRefund,
  proposedRefund,
  type RefundChoice,
  refundableShipping,
} from '#features/orders/refunds/proposed-refund.schema.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { keptCheck, keptText, useKeyedForm } from './order-forms.tsx';
import { RefundedAmount } from './refunded-amount.tsx';
import { UnitsOfLines, unitsKey } from './units-of-lines.tsx';
import { useTyped } from './use-typed.ts';

/** The part of the page that the button 'Refund' leads to. */
const PART = 'refund';

/** Leads to the form for refunds, which it opens. */
export function RefundButton({ order }: { order: OrderView }) {
  if (!order.payment?.refundableMinor) return null;
  return (
    <ButtonLink to={`#${PART}`} className={DENSE_BUTTON}>
      Refund
    </ButtonLink>
  );
}

/** Refunds lines of a paid order and its shipping. */
export function RefundForm({ order, ...page }: { order: OrderView; requestKey: string }) {
  const used = order.refunds.map((refund) => refund.key);
  const { key, ...form } = useKeyedForm({ intent: 'refund' }, page.requestKey, used);
  const details = useRef<HTMLDetailsElement>(null);
  useOpenedByLink(details);
  if (!order.payment?.refundableMinor) return null;
  return (
    <details ref={details} open={form.kept !== null} className="scroll-mt-20">
      <summary className="w-fit cursor-pointer text-sm font-semibold text-accent">
        Refund items or shipping
      </summary>
      <Fields key={key} order={order} {...form} />
    </details>
  );
}

/** Opens the form for a link to it. Without script the browser does. */
function useOpenedByLink(details: RefObject<HTMLDetailsElement | null>): void {
  const { hash, key } = useLocation();
  const isByLink = useNavigationType() !== 'POP' && hash === `#${PART}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    if (!isByLink || !details.current) return;
    details.current.open = true;
    details.current.scrollIntoView();
    const first = details.current.querySelector<HTMLInputElement>('input:not([type=hidden])');
    first?.focus({ preventScroll: true });
    first?.select();
  }, [isByLink, key]);
}

function Fields({
  order,
  requestKey,
  kept,
}: {
  order: OrderView;
  requestKey: string;
  kept: FormData | null;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'refund';
  const { form, typed } = useTyped(order.version);
  const units = typed?.getAll('units').map(Number) ?? [];
  const shipping = typed?.has('shipping') ?? false;
  const leftOf = (line: OrderView['lines'][number]) =>
    leftToRefund(order, order.lines.indexOf(line));
  const open = order.lines
    .map((line, position) => ({ line, position }))
    .filter(({ line }) => leftOf(line) > 0);
  const offered = open.map(({ line }) => line);
  const shippingLeft = refundableShipping(order);
  const canRestock = order.lines.some((line) => line.fulfilledQuantity > line.restockedQuantity);
  const lines = open.map(({ position }, index) => ({ position, quantity: units[index] || 0 }));
  const hasUnshipped = open.some(
    ({ line }, index) => (units[index] || 0) > line.unrefundedQuantity && unitsToPack(line) > 0,
  );
  return (
    <Form {...form} id={PART} method="post" preventScrollReset>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <UnitsOfLines lines={offered} leftOf={leftOf} purpose="to refund" kept={kept} />
      {shippingLeft > 0 ? (
        <Choice name="shipping" label={`Shipping, ${formatMoney(shippingLeft)}`} kept={kept} />
      ) : null}
      {hasUnshipped ? <NotShipped /> : null}
      {canRestock ? (
        <Choice name="restock" label="Put the items back into the stock" kept={kept} />
      ) : null}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <AmountField
          key={unitsKey(offered, leftOf)}
          {...{ order, kept }}
          choice={{ lines, shipping }}
          isBack={typed?.has('restock') ?? false}
        />
        <ReasonField kept={kept} />
      </div>
      <Button
        look="danger"
        name="intent"
        value="refund"
        pending={isBusy}
        className={`mt-3 ${DENSE_BUTTON}`}
      >
        Refund these items
      </Button>
    </Form>
  );
}

function ReasonField({ kept }: { kept: FormData | null }) {
  return (
    <div className="min-w-0">
      <label htmlFor="refund-reason" className={DENSE_LABEL}>
        Why it is refunded (for staff)
      </label>
      <input
        id="refund-reason"
        name="reason"
        required
        maxLength={LONGEST_NOTE}
        defaultValue={keptText(kept, 'reason')}
        autoComplete="off"
        className={DENSE_CONTROL}
      />
    </div>
  );
}

function NotShipped() {
  return (
    <p className="mt-2 text-sm font-semibold text-danger">
      Some of what you chose is not shipped yet. If you refund its whole price, it stays on the
      order but is not chosen for parcels; for a lower amount, it is still shipped. 'Cancel items'
      refunds it, takes it off the order and puts it back into the stock.
    </p>
  );
}

function Choice({ kept, ...props }: { name: string; label: string; kept: FormData | null }) {
  const isChecked = keptCheck(kept, props.name);
  return <CheckBox value="yes" className="mt-2" defaultChecked={isChecked} {...props} />;
}

/** The amount to refund. If it is empty, it is the price of the choice. */
function AmountField({
  order,
  choice,
  isBack,
  kept,
}: {
  order: OrderView;
  choice: RefundChoice;
  /** Whether the items are put back into the stock. */
  isBack: boolean;
  kept: FormData | null;
}) {
  const isChosen = choice.shipping || choice.lines.some(({ quantity }) => quantity > 0);
  const { amountMinor } = proposedRefund(order, choice);
  const rest = isBack
    ? 'A lower amount settles what came back.'
    : 'A lower amount lowers the price of what you chose; the rest may be refunded later.';
  return (
    <RefundedAmount
      id="refund-amount"
      name="amount"
      label="Amount"
      hint={
        isChosen
          ? `Empty refunds ${formatMoney(amountMinor)}. ${rest}`
          : 'Leave it empty to refund the prices of what you choose.'
      }
      {...{ order, kept }}
    />
  );
}
