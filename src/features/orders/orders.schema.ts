/** An order as pages show it. Money in minor units, times in ISO 8601. */
export interface OrderView {
  id: string;
  /** Short and readable, such as `7K3M-2Q9D`. */
  number: string;
  status: 'pending' | 'paid' | 'cancelled';
  email: string;
  name: string;
  city: string;
  zip: string | null;
  country: string;
  currency: string;
  subtotalMinor: number;
  shippingMinor: number;
  totalMinor: number;
  createdAt: string;
  paymentDueAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  archivedAt: string | null;
  payment: {
    transaction: string;
    amountMinor: number;
    created: number;
    last4: string | null;
  } | null;
  lines: OrderLineView[];
}

export interface OrderLineView {
  productId: string;
  variantId: string;
  sku: string;
  name: string;
  category: string;
  size: string | null;
  colour: string | null;
  img: string | null;
  unitPriceMinor: number;
  quantity: number;
  lineTotalMinor: number;
}
