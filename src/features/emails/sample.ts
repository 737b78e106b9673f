/** What previews of emails are filled with: an order that has something of everything. */
import { DAY_MS } from '#shared/durations.ts';
import { toMinor } from '#shared/money.ts';
import { NO_TAX } from '#shared/taxes.ts';
import { variantName } from '#shared/variant-options.ts';
import { viewAddress } from '../addresses/addresses.ts';
import type { Ctx } from '../context.ts';
import type { HolderView } from '../orders/order-requests.schema.ts';
import type { OrderLineView, OrderView } from '../orders/orders.schema.ts';
import type { UnshippedOrders } from '../orders/orders.ts';
import type { ExchangeView, ReturnView } from '../orders/returns/return-view.schema.ts';
import { OWN_CANCELLATION, refundKeyOfCancellation } from '../orders/view/parcel-view.schema.ts';
import type { RefundView } from '../payments/payments.ts';
import type { CustomerReturnFacts } from './load-return-email.ts';
import { accountLinks, type OrderPageLinks } from './order-page-links.ts';
import type { Repeated } from './templates/order-parts.ts';

const PARCEL = 'ful_example';
const EXCHANGE_PARCEL = 'ful_example_exchange';
const REFUND = 'rfd_example';
const LAST4 = '4242';
/** Amounts in the currency's major unit. */
const [SHIRT, SOCKS, SHIPPING] = [45, 12, 60];

const customer = {
  email: 'customer@example.com',
  name: 'Alex Example',
  city: 'Dhaka',
  zip: '1205',
  country: 'Bangladesh',
};

const address = {
  recipient: customer.name,
  company: null,
  line1: '12 Sample Road',
  line2: null,
  city: customer.city,
  region: null,
  postcode: customer.zip,
  country: 'BD',
  phone: null,
};

export interface Sample {
  ctx: Ctx;
  order: OrderView;
  links: OrderPageLinks;
  /** The id of a parcel of the order. */
  parcel: string;
  /** The id of a parcel of what goes out in exchange. */
  exchangeParcel: string;
  /** What customers with a confirmed address read of what they typed. */
  repeated: Repeated;
  /** A return of the order. */
  facts: CustomerReturnFacts;
  refund: RefundView;
  holder: HolderView;
  unshipped: UnshippedOrders;
  /** A link that an account asked for. */
  link: string;
}

export function sample(ctx: Ctx): Sample {
  const order = sampleOrder(ctx);
  const links = accountLinks(ctx.baseUrl, order);
  const { brand, contact } = ctx.shop;
  return {
    ctx,
    order,
    parcel: PARCEL,
    exchangeParcel: EXCHANGE_PARCEL,
    repeated: {
      name: order.name,
      place: order.city,
      addressLines: order.address?.lines ?? null,
    },
    facts: {
      order,
      one: order.returns[0] as ReturnView,
      baseUrl: ctx.baseUrl,
      shopAddress: [brand, ...contact.address],
      exchangeDays: ctx.shop.returns.exchangeDays ?? 0,
      isConfirmed: true,
      links,
    },
    links,
    refund: refundOf(order),
    holder: holderOf(order),
    unshipped: {
      count: 3,
      isMore: false,
      days: 3,
      numbers: ['1A2B-3C4D', order.number, '9Z8Y-7X6W'],
    },
    link: `${ctx.baseUrl}/example`,
  };
}

function sampleOrder(ctx: Ctx): OrderView {
  const at = (days: number) => new Date(ctx.now().getTime() + days * DAY_MS).toISOString();
  const lines = [
    lineOf('Linen Shirt', { size: 'M', color: 'Navy' }, { price: SHIRT, quantity: 2 }),
    lineOf('Wool Socks', { size: null, color: 'Grey' }, { price: SOCKS, quantity: 1 }),
  ];
  const subtotalMinor = lines.reduce((sum, { lineTotalMinor }) => sum + lineTotalMinor, 0);
  const totalMinor = subtotalMinor + toMinor(SHIPPING);
  return {
    ...customer,
    id: 'ord_example',
    version: 1,
    tags: null,
    customerId: null,
    number: '7K3M-2Q9D',
    status: 'paid',
    isGuest: false,
    address: { ...viewAddress(address), version: 1 },
    billingAddress: null,
    delivery: {
      method: 'Standard',
      isPickUp: false,
      arrivesFrom: null,
      arrivesTo: null,
      arrives: null,
    },
    currency: ctx.shop.currency,
    subtotalMinor,
    shippingMinor: toMinor(SHIPPING),
    taxesIncluded: false,
    taxMinor: 0,
    taxes: [],
    shippingTax: NO_TAX,
    totalMinor,
    createdAt: at(-1),
    paymentDueAt: at(6),
    verifiedDueAt: null,
    paidAt: at(-1),
    cancelledAt: null,
    archivedAt: null,
    payment: {
      ...{ transaction: 'pi_example', isOutside: false, reference: null },
      amountMinor: totalMinor,
      created: Math.floor(ctx.now().getTime() / 1_000),
      last4: LAST4,
      refundedMinor: 0,
      refundOpenMinor: 0,
      refundFailedMinor: 0,
      refundableMinor: totalMinor,
    },
    lines,
    heldAt: null,
    ...afterSale(ctx, at(0)),
  };
}

/** A parcel, a cancellation with its refund, and a return: each of one shirt. */
function afterSale(ctx: Ctx, at: string) {
  const oneShirt = [{ position: 0, quantity: 1 }];
  const refundMinor = toMinor(SHIRT);
  return {
    fulfillmentStatus: 'partly_fulfilled' as const,
    fulfillments: [
      { ...sampleParcel(ctx, at), id: PARCEL, lines: oneShirt },
      { ...sampleParcel(ctx, at), id: EXCHANGE_PARCEL, lines: [] },
    ],
    cancellations: [{ key: OWN_CANCELLATION, restocked: true, cancelledAt: at, lines: oneShirt }],
    refunds: [
      {
        id: REFUND,
        key: refundKeyOfCancellation(OWN_CANCELLATION),
        status: 'done' as const,
        amountMinor: refundMinor,
        shippingMinor: 0,
        shippingTaxMinor: 0,
        createdAt: at,
        lines: [
          {
            position: 0,
            quantity: 1,
            lowered: 0,
            amountMinor: refundMinor,
            taxMinor: 0,
            restocked: false,
          },
        ],
      },
    ],
    refundedShippingMinor: 0,
    refundedShippingTaxMinor: 0,
    returnStatus: 'requested' as const,
    returns: [sampleReturn(at), sampleExchange(at)],
    documents: [
      {
        id: 'doc_example',
        kind: 'invoice' as const,
        label: 'INV-1001',
        refundId: null,
        isWithdrawn: false,
        totalMinor: toMinor(2 * SHIRT + SOCKS + SHIPPING),
        issuedAt: at,
        timeZone: ctx.shop.timeZone,
      },
      {
        id: 'doc_example_note',
        kind: 'credit_note' as const,
        label: 'CN-1001',
        refundId: REFUND,
        isWithdrawn: false,
        totalMinor: refundMinor,
        issuedAt: at,
        timeZone: ctx.shop.timeZone,
      },
    ],
  };
}

const sampleParcel = (ctx: Ctx, at: string) => ({
  key: 'sample',
  carrier: 'DHL',
  trackingNumber: 'JD014600006000000000',
  trackingUrl: `${ctx.baseUrl}/example`,
  shippedAt: at,
  deliveredAt: at,
});

/** A return of which something else was sent in exchange. */
function sampleExchange(at: string): ReturnView {
  const { lines, ...one } = sampleReturn(at);
  const sent = { state: 'sent', fulfillmentId: EXCHANGE_PARCEL } as const;
  return {
    ...one,
    id: 'ret_example_exchange',
    lines: lines.map((line) => ({ ...line, exchange: { ...exchangeOf(SHIRT), ...sent } })),
  };
}

/** A larger shirt, at this price. */
function exchangeOf(price: number): ExchangeView {
  const options = { size: 'L', color: 'Navy', option: null };
  return {
    ...options,
    variantId: 'var_example_large',
    sku: 'LINEN-SHIRT-L',
    variantName: variantName(options),
    image: null,
    unitPriceMinor: toMinor(price),
    waivedUnitMinor: 0,
    state: 'reserved',
    quantity: 1,
    released: 0,
    releasedBecause: null,
    refundedMinor: 0,
    fulfillmentId: null,
  };
}

function sampleReturn(at: string): ReturnView {
  return {
    id: 'ret_example',
    ofReturnId: null,
    key: 'example',
    state: 'requested',
    note: 'The sleeves are short.',
    postagePaidBy: 'customer',
    photos: [],
    requestedAt: at,
    approvedAt: null,
    declinedAt: null,
    declineReason: 'It was worn.',
    withdrawnAt: null,
    receivedAt: null,
    closedAt: null,
    lines: [
      {
        position: 0,
        item: { ...exchangeOf(SHIRT), sku: 'LINEN-SHIRT-M', variantName: 'M, Navy' },
        quantity: 1,
        reason: 'too_small',
        received: 1,
        condition: null,
        restocked: false,
        exchange: exchangeOf(SHIRT),
      },
    ],
    extra: {
      state: 'paid',
      isPayable: false,
      dueMinor: toMinor(5),
      waivedMinor: 0,
      payment: {
        ...{ transaction: 'pi_example_exchange', isOutside: false, reference: null },
        amountMinor: toMinor(5),
        last4: LAST4,
        refundedMinor: 0,
        refundOpenMinor: 0,
      },
    },
    extraReturns: [],
  };
}

function lineOf(
  name: string,
  options: { size: string | null; color: string },
  { price, quantity }: { price: number; quantity: number },
): OrderLineView {
  return {
    productId: 'prd_example',
    variantId: 'var_example',
    sku: name.toUpperCase().replaceAll(' ', '-'),
    name,
    category: '',
    image: null,
    ...options,
    option: null,
    variantName: variantName({ ...options, option: null }),
    unitPriceMinor: toMinor(price),
    quantity,
    lineTotalMinor: toMinor(price) * quantity,
    isFinalSale: false,
    ...NO_TAX,
    cancelledQuantity: 0,
    cancelledAndRefundedQuantity: 0,
    fulfilledQuantity: 1,
    unfulfilledQuantity: quantity - 1,
    refundedToShipQuantity: 0,
    unrefundedQuantity: 1,
    refundedQuantity: 0,
    refundedMinor: 0,
    refundedTaxMinor: 0,
    lowered: [],
    restockedQuantity: 0,
    deliveredQuantity: 1,
    returnedQuantity: 0,
  };
}

function refundOf({ id, email, currency, totalMinor }: OrderView): RefundView {
  return {
    id: REFUND,
    amountMinor: toMinor(SHIRT),
    paidMinor: totalMinor,
    currency,
    reason: 'Sent back',
    status: 'done',
    failure: null,
    intentId: null,
    last4: LAST4,
    isOutside: false,
    orderId: id,
    returnId: null,
    userEmail: email,
  };
}

function holderOf({ email, totalMinor, paymentDueAt }: OrderView): HolderView {
  return {
    kind: 'account',
    key: 'usr_example',
    label: `Alex Example, ${email}`,
    emailVerified: true,
    orders: 5,
    units: 40,
    minor: 5 * totalMinor,
    percent: 12,
    firstDueAt: paymentDueAt,
    releasing: 0,
  };
}
