import type { OrderView } from '#features/orders/orders.schema.ts';
import type {
  RefundQuestion as AskedRefund,
  TakeBackQuestion as AskedTakeBack,
} from './handler.ts';
import { RefundQuestion } from './refund-question.tsx';
import { TakeBackQuestion } from './take-back-question.tsx';

/** Asks before a form of the page refunds money or takes back a parcel: also without script. */
export function OrderQuestion({
  order,
  question,
}: {
  order: OrderView;
  question: AskedRefund | AskedTakeBack | undefined;
}) {
  const isTakingBack = question?.intent === 'take-back';
  return (
    <>
      <RefundQuestion question={isTakingBack ? undefined : question} />
      <TakeBackQuestion order={order} question={isTakingBack ? question : undefined} />
    </>
  );
}
