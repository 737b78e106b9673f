import type { AddressView } from '#features/addresses/addresses.schema.ts';
import type { Estimate } from '#features/checkout/checkout.ts';
import type { OrderLineView, OrderView } from '#features/orders/orders.schema.ts';
import type { TaxSum } from '#shared/taxes.ts';

/** What the checkout shows and takes payment for: a cart that is not an order yet, or an order. */
export interface ToPay {
  /** Null while it is a cart. */
  orderId: string | null;
  /** The return of the order whose extra payment this is; null for the order itself. */
  returnId: string | null;
  cartId: string | null;
  /** Whether it is a guest's. */
  isGuest: boolean;
  /** Whether the caller may turn the unpaid order back into a cart. */
  mayChange: boolean;
  number: string | null;
  status: OrderView['status'];
  last4: string | null;
  paymentDueAt: string | null;
  /**
   * How long the items are reserved after ordering; `hours` until the email is verified, else null.
   */
  holds: { days: number; hours: number | null } | null;
  city: string;
  /** The whole delivery address; null while only city and zip are known. */
  address: AddressView | null;
  /** Whether the whole address is still needed. */
  needsAddress: boolean;
  /** The id of the address in the address book, for a cart. */
  addressId: string | null;
  /** Null where it is the same as the delivery address. */
  billingAddress: AddressView | null;
  /** The estimate of the cart, if shipping or taxes to the address are something else. */
  estimate: Estimate | null;
  zip: string | null;
  /** The ways of delivery for a cart; empty for an order. */
  options: {
    id: string;
    name: string;
    note: string | null;
    arrives: string | null;
    priceMinor: number;
  }[];
  /** The chosen way of delivery; null for orders from before there were any. */
  delivery: { id: string | null; method: string; arrives: string | null } | null;
  lines: Pick<
    OrderLineView,
    | 'variantId'
    | 'name'
    | 'category'
    | 'variantName'
    | 'image'
    | 'unitPriceMinor'
    | 'quantity'
    | 'lineTotalMinor'
    | 'isFinalSale'
  >[];
  subtotalMinor: number;
  shippingMinor: number;
  taxesIncluded: boolean;
  taxMinor: number;
  /** By rate. */
  taxes: TaxSum[];
  totalMinor: number;
}

/** The id of the form that orders without paying. */
export const PAY_LATER = 'pay-later';

/** A refusal of the shop, with the total that the page had shown if the shop received it. */
export interface PayRefusal {
  code: string;
  message: string;
  expectedTotalMinor?: number;
}
