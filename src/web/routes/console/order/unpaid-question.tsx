import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { deletionConsequence } from '../../../components/order/deletion-consequence.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import { GoBack, HiddenFields } from './go-back.tsx';
import type { UnpaidQuestion as Asked, OrderPageQuestion } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';

const STOPPED = 'an open card payment is stopped. This cannot be undone.';
const YOURSELF = 'A refund is recorded here, and you give the money back yourself.';

/** Asks before something unpaid is marked as paid, waived or cancelled: also without script. */
export function UnpaidQuestion({
  order,
  question,
  kept,
}: {
  order: OrderView;
  question: Asked | undefined;
  kept: PostedFields;
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const posted = useNavigation().formData?.get('intent');
  if (!shown) return null;
  const { title, text, button } = wordsOf[shown.intent](order, dueOf(order, shown));
  return (
    <Question
      isOpen={isOpen}
      title={title}
      text={text}
      keep="Go back"
      keepForm={<GoBack kept={kept} />}
      onKeep={close}
    >
      <Form method="post" preventScrollReset>
        <HiddenFields fields={shown.fields} />
        <Button
          look={shown.intent === 'cancel-order' ? 'danger' : 'solid'}
          pending={posted === shown.intent}
        >
          {button}
        </Button>
      </Form>
    </Question>
  );
}

/** What is to be paid for the exchanges of the return that is asked about. */
function dueOf({ returns }: OrderView, { fields }: Asked): string {
  const id = fields.find(([name]) => name === 'return')?.[1];
  return formatMoney(returns.find((one) => one.id === id)?.extra?.dueMinor ?? 0);
}

const wordsOfPayment = ({ number, name, totalMinor }: OrderView) => ({
  title: `Mark order ${number} as paid?`,
  text: `Do this once you have all of the ${formatMoney(totalMinor)}, in cash or by bank transfer. The order gets its invoice, ${name} gets an email, and ${STOPPED} ${YOURSELF}`,
  button: 'Yes, mark as paid',
});

const wordsOfCancellation = (order: OrderView) => ({
  title: `Cancel order ${order.number}?`,
  text: `${deletionConsequence(order, 'All Orders')} You can undo this for a moment.`,
  button: 'Yes, cancel order',
});

const wordsOfDifference = ({ name }: OrderView, due: string) => ({
  title: `Mark the difference of ${due} as paid?`,
  text: `Do this once you have all of it, in cash or by bank transfer. It gets an invoice, ${name} gets an email, and ${STOPPED} ${YOURSELF}`,
  button: 'Yes, mark as paid',
});

const wordsOfWaiver = ({ name }: OrderView, due: string) => ({
  title: `Waive the difference of ${due}?`,
  text: `Nothing is charged, ${name} gets an email, and ${STOPPED} Nothing of the difference is refunded later. Another exchange at the same dearer price asks for the difference again.`,
  button: 'Yes, waive it',
});

const wordsOf: Record<
  Asked['intent'],
  (order: OrderView, due: string) => { title: string; text: string; button: string }
> = {
  'mark-paid': wordsOfPayment,
  'cancel-order': wordsOfCancellation,
  'difference-paid': wordsOfDifference,
  'difference-waive': wordsOfWaiver,
};

export const isUnpaidQuestion = (question: OrderPageQuestion): question is Asked =>
  Object.hasOwn(wordsOf, question.intent);
