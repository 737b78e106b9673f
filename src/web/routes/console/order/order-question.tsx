import type { OrderView } from '#features/orders/orders.schema.ts';
import { AddressQuestion } from './address-question.tsx';
import type { OrderPageQuestion } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';
import { RefundQuestion } from './refund-question.tsx';
import { TakeBackQuestion } from './take-back-question.tsx';
import { isUnpaidQuestion, UnpaidQuestion } from './unpaid-question.tsx';

/**
 * Asks before a form of the page refunds money, takes back a parcel, sends one without an address, or
 * ends that an order or a difference is unpaid: also without script.
 */
export function OrderQuestion({
  order,
  question,
  kept = [],
}: {
  order: OrderView;
  question: OrderPageQuestion | undefined;
  /** What the form had that is asked about. */
  kept: PostedFields | undefined;
}) {
  const refund = question && 'amountMinor' in question ? question : undefined;
  const takingBack = question?.intent === 'take-back' ? question : undefined;
  const isSending = question?.intent === 'fulfill' || question?.intent === 'exchange-ship';
  const unpaid = question && isUnpaidQuestion(question) ? question : undefined;
  return (
    <>
      <RefundQuestion question={refund} kept={kept} />
      <TakeBackQuestion order={order} question={takingBack} kept={kept} />
      <AddressQuestion question={isSending ? question : undefined} kept={kept} />
      <UnpaidQuestion order={order} question={unpaid} kept={kept} />
    </>
  );
}
