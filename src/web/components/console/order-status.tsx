import type { ReturnView } from '#features/orders/orders.schema.ts';
import type { PaymentStatus } from '#features/orders/payment-status.schema.ts';
import { returnStateLabels } from '#features/orders/return-labels.schema.ts';
import {
  fulfillmentLabels,
  paymentLabels,
  type StaffOrderRow,
} from '#features/orders/staff-orders.schema.ts';
import { classNames } from '../../ui/class-names.ts';

const DONE = 'bg-success-tint text-success';
const TO_DO = 'bg-accent-tint text-accent';
const STOPPED = 'bg-danger-tint text-danger';
const QUIET = 'bg-tint text-ink-soft';
const OPEN = 'border border-line-strong text-ink';

const paymentLooks: Record<PaymentStatus, string> = {
  unpaid: STOPPED,
  paid: DONE,
  partly_refunded: TO_DO,
  refunded: QUIET,
  voided: QUIET,
};

const fulfillmentLooks: Record<StaffOrderRow['fulfillmentStatus'], string> = {
  unfulfilled: OPEN,
  partly_fulfilled: TO_DO,
  fulfilled: DONE,
  delivered: DONE,
  on_hold: STOPPED,
  cancelled: QUIET,
};

/** The payment status of an order as a small label. */
export function PaymentLabel({ status }: { status: PaymentStatus }) {
  return <Label look={paymentLooks[status]}>{paymentLabels[status]}</Label>;
}

/** The fulfillment status of an order as a small label. */
export function FulfillmentLabel({ status }: { status: StaffOrderRow['fulfillmentStatus'] }) {
  return <Label look={fulfillmentLooks[status]}>{fulfillmentLabels[status]}</Label>;
}

const returnLooks: Record<ReturnView['state'], string> = {
  requested: TO_DO,
  in_transit: OPEN,
  received: TO_DO,
  closed: QUIET,
  declined: QUIET,
  withdrawn: QUIET,
};

/** The status of a return, or of the returns of an order, as a small label. */
export function ReturnLabel({ status }: { status: ReturnView['state'] }) {
  return <Label look={returnLooks[status]}>{returnStateLabels[status]}</Label>;
}

function Label({ look, children }: { look: string; children: string }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-control px-2 py-0.5 text-xs compact:py-0 font-semibold whitespace-nowrap',
        look,
      )}
    >
      {children}
    </span>
  );
}
