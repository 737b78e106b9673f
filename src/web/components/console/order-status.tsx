import type { PaymentStatus } from '#features/orders/lists/payment-status.schema.ts';
import {
  fulfillmentLabels,
  paymentLabels,
  type StaffOrderRow,
} from '#features/orders/lists/staff-orders.schema.ts';
import { returnStateLabels } from '#features/orders/returns/return-labels.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { StatusLabel, type StatusLook } from './status-label.tsx';

const paymentLooks: Record<PaymentStatus, StatusLook> = {
  unpaid: 'stopped',
  paid: 'done',
  partly_refunded: 'toDo',
  refunded: 'quiet',
  voided: 'quiet',
};

const fulfillmentLooks: Record<StaffOrderRow['fulfillmentStatus'], StatusLook> = {
  unfulfilled: 'open',
  partly_fulfilled: 'toDo',
  fulfilled: 'done',
  delivered: 'done',
  on_hold: 'stopped',
  cancelled: 'quiet',
};

/** The payment status of an order as a small label. */
export function PaymentLabel({ status }: { status: PaymentStatus }) {
  return <StatusLabel look={paymentLooks[status]}>{paymentLabels[status]}</StatusLabel>;
}

/** The fulfillment status of an order as a small label. */
export function FulfillmentLabel({ status }: { status: StaffOrderRow['fulfillmentStatus'] }) {
  return <StatusLabel look={fulfillmentLooks[status]}>{fulfillmentLabels[status]}</StatusLabel>;
}

const returnLooks: Record<ReturnView['state'], StatusLook> = {
  requested: 'toDo',
  in_transit: 'open',
  received: 'toDo',
  closed: 'quiet',
  declined: 'quiet',
  withdrawn: 'quiet',
};

/** The status of a return, or of the returns of an order, as a small label. */
export function ReturnLabel({ status }: { status: ReturnView['state'] }) {
  return <StatusLabel look={returnLooks[status]}>{returnStateLabels[status]}</StatusLabel>;
}
