/** A refund of an order. `reason` is for the shop's own records, so it is not here. */
export interface OrderRefundView {
  id: string;
  /** The key of the request; null for one that was made at the provider. */
  key: string | null;
  /**
   * `failed`: the provider refuses it, and staff decide. `settled`: staff returned the money in
   * another way. `withdrawn`: staff returned nothing, and the refund counts no more.
   */
  status: 'requested' | 'done' | 'failed' | 'settled' | 'withdrawn';
  amountMinor: number;
  /** How much of it is for the shipping, and how much of that is tax. */
  shippingMinor: number;
  shippingTaxMinor: number;
  createdAt: string;
  /**
   * Units of the order's lines, which are counted from 0. Their amounts include the tax. A part either
   * refunds units or lowers their price.
   */
  lines: {
    position: number;
    /** Units that it refunds. */
    quantity: number;
    /** Units whose price it lowers, which may still be refunded. */
    lowered: number;
    amountMinor: number;
    taxMinor: number;
    restocked: boolean;
  }[];
}

/** How much of a refund is tax. */
export const taxOfRefund = ({ shippingTaxMinor, lines }: OrderRefundView): number =>
  lines.reduce((sum, { taxMinor }) => sum + taxMinor, shippingTaxMinor);
