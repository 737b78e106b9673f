import { type Ref, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import type { Texts } from '#features/texts/texts.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { ChangeOrder } from '../../../components/order/change-order.tsx';
import type { CardHandle } from '../../../components/payment/card-handle.ts';
import type { Billing, CardProvider } from '../../../components/payment/card-provider.ts';
import { ProviderCard } from '../../../components/payment/provider-card.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { PAY_LATER, type PayRefusal, type ToPay } from './to-pay.ts';
import { type CardPayment, useCardPayment } from './use-card-payment.ts';

interface PayBoxProps {
  texts: Texts<'checkout'>;
  toPay: ToPay;
  provider: CardProvider | null;
  billing: Billing;
  /** Why Pay Later failed. */
  refusal: PayRefusal | undefined;
}

/** Pay With Card, or Pay Later. */
export function PayBox({ texts, toPay, provider, billing, refusal }: PayBoxProps) {
  const card = useRef<CardHandle>(null);
  const { payment, pay } = useCardPayment(toPay, card);
  const paid = toPay.status === 'paid' || payment.state === 'paid';
  const open = toPay.status === 'pending' && !paid;
  const working = payment.state === 'working';
  const refused = payment.state === 'refused' ? payment.refusal : refusal;
  const box = useFocusAfterPayment(payment);

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="pay-title"
      className="rounded-panel border border-line bg-surface p-6"
    >
      <h2 id="pay-title" className="text-heading">
        {texts.payWithCard}
      </h2>
      <TotalAmount term={texts.totalAmount} totalMinor={toPay.totalMinor} />
      <div className="mt-5 space-y-5">
        {paid ? <Paid thanks={texts.thanks} last4={toPay.last4} /> : null}
        {toPay.status === 'cancelled' ? (
          <Notice tone="info">This was cancelled. There is nothing to pay.</Notice>
        ) : null}
        {open && provider ? (
          <CardForm {...{ texts, provider, billing, payment, pay }} ref={card} />
        ) : null}
        {open && !provider ? (
          <Notice tone="info">
            Cards cannot be accepted at the moment. You can order now and pay later.
          </Notice>
        ) : null}
        {paid ? (
          <Button type="button" look="accent" disabled className="w-full">
            {texts.payNow}
          </Button>
        ) : null}
        {refused && !paid ? <Refusal refusal={refused} toPay={toPay} /> : null}
        {paid && toPay.returnId ? (
          <ButtonLink to={`/returnOrder/${toPay.orderId}`} className="w-full">
            See your return
          </ButtonLink>
        ) : null}
        {paid || !open ? (
          <ButtonLink to="/home" look={paid ? 'solid' : 'outline'} className="w-full">
            {texts.home}
          </ButtonLink>
        ) : (
          <PayLater label={texts.payLater} toPay={toPay} disabled={working} />
        )}
        {open && toPay.orderId && toPay.mayChange ? (
          <ReservedItems orderId={toPay.orderId} toPay={toPay} disabled={working} />
        ) : null}
      </div>
    </section>
  );
}

/**
 * Returns the ref of the box, which takes the focus after the pressed button has disappeared with
 * its form.
 */
function useFocusAfterPayment({ state }: CardPayment): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const lost = document.activeElement === document.body;
    if (lost && !['idle', 'working'].includes(state)) box.current?.focus();
  }, [state]);
  return box;
}

function TotalAmount({ term, totalMinor }: { term: string; totalMinor: number }) {
  return (
    <p className="mt-4 flex items-baseline justify-between gap-4 border-b border-line pb-4">
      <span>{term}</span>
      <span className="font-display text-title tabular-nums">{formatMoney(totalMinor)}</span>
    </p>
  );
}

function Paid({ thanks, last4 }: { thanks: string; last4: string | null }) {
  return (
    <Notice tone="success" role="alert">
      <p>{thanks}</p>
      {last4 ? <p>Paid with the card ending in {last4}.</p> : null}
    </Notice>
  );
}

function CardForm({
  ref,
  texts,
  provider,
  billing,
  payment,
  pay,
}: {
  ref: Ref<CardHandle>;
  texts: Texts<'checkout'>;
  provider: CardProvider;
  billing: Billing;
  payment: CardPayment;
  pay: () => Promise<void>;
}) {
  const [formReady, setFormReady] = useState(provider.script === null);
  const onReady = useCallback(() => setFormReady(true), []);
  const ready = useHydrated() && formReady;
  const working = payment.state === 'working';
  return (
    <>
      <Notice tone="info" className="hidden scriptless:flex">
        Paying by card needs JavaScript. Without it you can order now and pay later.
      </Notice>
      <form
        noValidate
        className="space-y-5 scriptless:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          void pay();
        }}
      >
        <ProviderCard
          provider={provider}
          billing={billing}
          onReady={onReady}
          ref={ref}
          disabled={working}
        />
        <Button look="accent" className="w-full" disabled={!ready || working} pending={working}>
          {texts.payNow}
        </Button>
        {/* Below the button, so that it does not move from under the pointer. */}
        {payment.state === 'declined' ? (
          <Notice tone="danger">
            {payment.message} {texts.checkItOut}
          </Notice>
        ) : null}
      </form>
    </>
  );
}

/** Places the order of a cart. An existing order can be paid later in My Orders. */
function PayLater({ label, toPay, disabled }: { label: string; toPay: ToPay; disabled: boolean }) {
  const busy = useNavigation().state === 'submitting';
  const hintId = useId();
  if (toPay.orderId) {
    if (disabled) {
      return (
        <Button type="button" disabled className="w-full">
          {label}
        </Button>
      );
    }
    const page = toPay.returnId ? 'returnOrder' : 'myOrders';
    const isOfOne = toPay.isGuest || toPay.returnId !== null;
    return (
      <ButtonLink to={isOfOne ? `/${page}/${toPay.orderId}` : '/myOrders'} className="w-full">
        {label}
      </ButtonLink>
    );
  }
  return (
    <Form method="post" id={PAY_LATER}>
      <input type="hidden" name="shownMethodId" value={toPay.delivery?.id ?? ''} />
      <input type="hidden" name="cartId" value={toPay.cartId ?? ''} />
      <input type="hidden" name="addressId" value={toPay.addressId ?? ''} />
      <input type="hidden" name="expectedTotalMinor" value={toPay.totalMinor} />
      <input type="hidden" name="expectedTaxMinor" value={toPay.taxMinor} />
      <Button
        className="w-full"
        disabled={disabled}
        pending={busy}
        aria-describedby={toPay.holds ? hintId : undefined}
      >
        {label}
      </Button>
      {toPay.holds ? (
        <p id={hintId} className="mt-3 text-[0.9375rem]">
          <HoldTime holds={toPay.holds} isGuest={toPay.isGuest} />
        </p>
      ) : null}
    </Form>
  );
}

/** How long items are reserved for a customer who pays later. */
function HoldTime({ holds, isGuest }: { holds: NonNullable<ToPay['holds']>; isGuest: boolean }) {
  const days = counted(holds.days, 'day');
  if (holds.hours === null) return `We keep your items for ${days}.`;
  if (isGuest) return `We keep your items for ${counted(holds.hours, 'hour')}.`;
  return (
    <>
      We keep your items for {counted(holds.hours, 'hour')}.{' '}
      <Link to="/account" className="link">
        Confirm your email address
      </Link>{' '}
      and we keep them for {days}.
    </>
  );
}

/**
 * Pay Now places an order before it takes money. This tells the customer so, and offers to turn the
 * order back into a cart.
 */
function ReservedItems({
  orderId,
  toPay,
  disabled,
}: {
  orderId: string;
  toPay: ToPay;
  disabled: boolean;
}) {
  return (
    <div className="space-y-3 border-t border-line pt-5">
      <p className="text-[0.9375rem]">
        Your items are kept for you as order {toPay.number}
        {toPay.paymentDueAt ? (
          <>
            {' until '}
            <DateTime iso={toPay.paymentDueAt} />
          </>
        ) : null}
        .
      </p>
      <ChangeOrder orderId={orderId} disabled={disabled} />
    </div>
  );
}

/** Refusals that the customer resolves in the cart. */
const atFault = ['out_of_stock', 'product_unavailable', 'invalid_request', 'no_delivery'];

function Refusal({
  refusal,
  toPay: { isGuest, totalMinor },
}: {
  refusal: PayRefusal;
  toPay: ToPay;
}) {
  const { code, message, expectedTotalMinor } = refusal;
  const { pathname } = useLocation();
  return (
    <Notice tone="danger">
      <p>{message}</p>
      {expectedTotalMinor !== undefined && expectedTotalMinor !== totalMinor ? (
        <p>
          The total was {formatMoney(expectedTotalMinor)} and is now {formatMoney(totalMinor)}.
          Nothing was ordered or charged.
        </p>
      ) : null}
      {code === 'unauthenticated' ? (
        <Link to={`/login?${new URLSearchParams({ from: pathname })}`} className="link">
          Log in
        </Link>
      ) : null}
      {code === 'unpaid_limit' && !isGuest ? (
        <Link to="/myOrders" className="link">
          Go to My Orders
        </Link>
      ) : null}
      {atFault.includes(code) ? (
        <Link to="/shoppingCart" className="link">
          Change your cart
        </Link>
      ) : null}
    </Notice>
  );
}
