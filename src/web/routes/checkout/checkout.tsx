import { redirect } from 'react-router';
import type { CartView } from '#features/cart/cart.schema.ts';
import { chooseMethod, getCart } from '#features/cart/cart.ts';
import {
  type Delivery,
  findDelivery,
  findGuestDetails,
  mayCheckOut,
  needsAddress,
  placeOrderFromCart,
  reopenOrder,
} from '#features/checkout/checkout.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { holdTimes, isGuestOf, viewOwnOrder } from '#features/orders/orders.ts';
import { textsOf } from '#features/texts/texts.ts';
import { lineProblem } from '../../components/cart/line-problem.ts';
import { PriceChanges } from '../../components/cart/price-changes.tsx';
import { AddressLines } from '../../components/order/address-lines.tsx';
import { isMissingAddress } from '../../components/order/missing-address.tsx';
import { OrderProgress, type Shipped } from '../../components/order/order-progress.tsx';
import { addressNotices } from '../../components/page/address-notices.ts';
import { redirectToCart } from '../../components/page/cart-notices.ts';
import { orderNotices } from '../../components/page/order-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { requireCheckOut, requireCustomerOf } from '../../guest-guards.ts';
import { redirectWithNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { guestNotices } from '../account/order/guest-notices.ts';
import type { Route } from './+types/checkout.ts';
import { AddressChoice } from './checkout/address-choice.tsx';
import { DeliveryChoice } from './checkout/delivery-choice.tsx';
import { extraToPay } from './checkout/extra-to-pay.ts';
import { OrderSummary } from './checkout/order-summary.tsx';
import { PayBox } from './checkout/pay-box.tsx';
import { ThankYou } from './checkout/thank-you.tsx';
import type { ToPay } from './checkout/to-pay.ts';
import { keepOrder } from './keep-order.ts';
import { readMinor } from './read-minor.ts';

export const handle = { notices: addressNotices };

export const meta = () => privatePage('Checkout', 'Paying your order, by card or later.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { ctx, actor } = visit;
  const texts = textsOf(await orErrorPage(visit.siteContent()), 'checkout');
  const provider = ctx.payments && { name: ctx.payments.name, script: ctx.payments.script };
  if (params.orderId) {
    await requireCustomerOf(visit, url, params.orderId);
    const order = await orErrorPage(viewOwnOrder(ctx, actor, params.orderId));
    const { name, email, status, lines, fulfillments, fulfillmentStatus, returns } = order;
    const exchange = url.searchParams.get('exchange');
    if (exchange !== null) {
      const toPay = extraToPay(order, exchange);
      if (!toPay) throw redirect(`/returnOrder/${order.id}`);
      return { texts, toPay, shipped: null, name, email, provider, pricedLines: [] };
    }
    const shipped: Shipped = { status, lines, fulfillments, fulfillmentStatus, returns };
    const toPay = orderToPay(order, mayCheckOut(ctx, actor));
    return { texts, toPay, shipped, name, email, provider, pricedLines: [] };
  }
  const user = requireCheckOut(visit, url);
  const cart = await orErrorPage(getCart(ctx, actor));
  const delivery = await orErrorPage(findDelivery(ctx, actor, cart));
  const holds = holdTimes(ctx, user?.emailVerified ?? false);
  const toPay = cartToPay(cart, delivery, { isGuest: user === null, holds });
  if (!toPay) {
    if (cart.lines.length === 0) throw redirectToCart('cart-first');
    throw redirectToCart(cart.city === null ? 'cart-estimate' : 'cart-no-delivery');
  }
  if (cart.lines.some(lineProblem)) throw redirectToCart('cart-mend');
  const details = user ?? (await findGuest(visit, toPay));
  if (!toPay.address && needsAddress(ctx, cart)) {
    throw redirect('/account/addresses/new?for=delivery');
  }
  const { name, email } = details;
  return { texts, toPay, shipped: null, name, email, provider, pricedLines: cart.lines };
}

/** What a guest entered; redirects to the form for it before that. */
async function findGuest({ ctx, actor }: Visit, { cartId, address }: ToPay) {
  const details = cartId && address && (await findGuestDetails(ctx, actor, cartId));
  if (!details) throw redirect('/guestCheckout');
  return { name: details.address.recipient, email: details.email };
}

/**
 * Pay Later: places the order, to be paid later. Also chooses the way of delivery. For an existing
 * order, turns it back into a cart.
 */
export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  if (params.orderId) await requireCustomerOf(visit, url, params.orderId);
  else requireCheckOut(visit, url);
  const form = await readForm(context);
  if (params.orderId && form.get('intent') === 'change') {
    const { refusal } = await orRefusal(reopenOrder(visit.ctx, visit.actor, params.orderId));
    if (!refusal) {
      visit.keepCartCookie();
      return redirectToCart('order-reopened');
    }
    const { code } = refusal;
    // An order that was deleted elsewhere no longer has a page, unless it is a guest's.
    const { ctx, actor } = visit;
    if (code === 'order_closed' && !(await isGuestOf(ctx, actor, params.orderId))) {
      throw redirectWithNotice('/myOrders?state=cancelled', orderNotices, 'order-closed');
    }
    return refuse(refusal, { code });
  }
  const expectedTotalMinor = Number(form.get('expectedTotalMinor'));
  const expectedTaxMinor = readMinor(form.get('expectedTaxMinor'));
  const cartId = String(form.get('cartId') ?? '');
  const addressId = String(form.get('addressId') ?? '') || null;
  const shownMethodId = String(form.get('shownMethodId') ?? '');
  // Without script the form has the last choice, which the total may not include yet.
  const methodId = String(form.get('methodId') ?? '') || shownMethodId || null;
  if (methodId && methodId !== shownMethodId) {
    await orErrorPage(chooseMethod(visit.ctx, visit.actor, methodId));
  }
  if (form.get('intent') === 'method') return redirect('/checkOut');
  const { value: order, refusal } = await orRefusal(
    placeOrderFromCart(visit.ctx, visit.actor, {
      ...{ cartId, expectedTotalMinor, expectedTaxMinor, addressId, methodId },
    }),
  );
  if (order) {
    await keepOrder(visit, order);
    return order.isGuest
      ? redirectWithNotice(`/myOrders/${order.id}`, guestNotices, 'guest-order-placed')
      : redirectWithNotice('/myOrders', orderNotices, 'order-placed');
  }
  return refuse(refusal, { code: refusal.code, expectedTotalMinor });
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function CheckOut({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, toPay, shipped, name, email, provider, pricedLines } = loaderData;
  return (
    <div className="page-width">
      <PageHeading title={titleOf(toPay) ?? texts.title} />
      {shipped && isNew(toPay, shipped) ? (
        <ThankYou texts={texts} toPay={toPay} name={name} email={email} />
      ) : null}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
        <div className="space-y-8">
          <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2">
            <Fact term={texts.contact} isWide={toPay.billingAddress !== null}>
              {email}
            </Fact>
            <Fact term={texts.shipTo}>
              {toPay.address ? (
                <AddressLines address={toPay.address} />
              ) : (
                [toPay.city, toPay.zip].filter(Boolean).join(' ')
              )}
            </Fact>
            {toPay.billingAddress ? (
              <Fact term="Bill to">
                <AddressLines address={toPay.billingAddress} />
              </Fact>
            ) : null}
          </dl>
          {shipped ? <OrderProgress order={shipped} /> : null}
          <AddressChoice toPay={toPay} />
          <DeliveryChoice toPay={toPay} />
          <PriceChanges lines={pricedLines} returnTo="/checkOut" />
          <PayBox
            texts={texts}
            toPay={toPay}
            provider={provider}
            billing={{ name, email }}
            refusal={actionData}
          />
        </div>
        <OrderSummary texts={texts} toPay={toPay} />
      </div>
    </div>
  );
}

function titleOf({ number, returnId }: ToPay): string | null {
  return number && `${returnId ? 'Exchange of order' : 'Order'} ${number}`;
}

/** Whether an order is paid and no part of it was sent. */
function isNew({ status }: ToPay, { fulfillmentStatus }: Shipped): boolean {
  return status === 'paid' && fulfillmentStatus === 'unfulfilled';
}

function Fact({
  term,
  isWide = false,
  children,
}: {
  term: string;
  /** Whether it has a row for itself. */
  isWide?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={isWide ? 'bg-surface px-5 py-4 sm:col-span-2' : 'bg-surface px-5 py-4'}>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function orderToPay(order: OrderView, mayChange: boolean): ToPay {
  const { id, number, status, city, zip, address, billingAddress, payment, paymentDueAt } = order;
  const { lines, subtotalMinor, shippingMinor, totalMinor } = order;
  const { taxesIncluded, taxMinor, taxes } = order;
  return {
    orderId: id,
    returnId: null,
    isGuest: order.isGuest,
    mayChange,
    cartId: null,
    number,
    status,
    last4: payment?.last4 ?? null,
    paymentDueAt,
    holds: null,
    city,
    zip,
    address,
    needsAddress: isMissingAddress(order),
    addressId: null,
    billingAddress,
    estimate: null,
    options: [],
    delivery: order.delivery && { id: null, ...order.delivery },
    lines,
    subtotalMinor,
    shippingMinor,
    taxesIncluded,
    taxMinor,
    taxes,
    totalMinor,
  };
}

function cartToPay(
  { id, zip, lines, subtotalMinor, city: estimated }: CartView,
  { delivery, billing, city, options, methodId, estimate, ...amounts }: Delivery,
  { isGuest, holds }: Pick<ToPay, 'isGuest' | 'holds'>,
): ToPay | null {
  // Without an estimate the cart page comes first. The same is true without an address book.
  if (!id || lines.length === 0 || !estimated) return null;
  const chosen = options.find((option) => option.id === methodId);
  const { shippingMinor, taxes, totalMinor } = amounts;
  if (!city || !chosen || shippingMinor === null || totalMinor === null) return null;
  return {
    orderId: null,
    returnId: null,
    isGuest,
    mayChange: false,
    cartId: id,
    number: null,
    status: 'pending',
    last4: null,
    paymentDueAt: null,
    holds,
    city,
    zip,
    address: delivery,
    needsAddress: delivery === null,
    addressId: delivery?.id ?? null,
    billingAddress: billing,
    estimate,
    options: options.map(({ id, name, note, arrives, priceMinor }) => ({
      ...{ id, name, note, arrives, priceMinor },
    })),
    delivery: { id: chosen.id, method: chosen.name, arrives: chosen.arrives },
    lines,
    subtotalMinor,
    shippingMinor,
    taxesIncluded: taxes.isIncluded,
    taxMinor: taxes.taxMinor,
    taxes: taxes.sums,
    totalMinor,
  };
}
