import { Form } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { SURE } from '../../../components/console/confirmed-form.tsx';
import { useIsConfirming } from '../../../components/console/use-is-confirming.ts';
import { deletionConsequence } from '../../../components/order/deletion-consequence.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import { GoBack, HiddenFields } from './go-back.tsx';
import type { UnpaidQuestion as Asked } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';

/** Asks before an unpaid order is marked as paid or cancelled: also without script. */
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
  const isBusy = useIsConfirming(shown?.intent, SURE);
  if (!shown) return null;
  const { title, text, button } =
    shown.intent === 'mark-paid' ? wordsOfPayment(order) : wordsOfCancellation(order);
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
        <Button look={shown.intent === 'mark-paid' ? 'solid' : 'danger'} pending={isBusy}>
          {button}
        </Button>
      </Form>
    </Question>
  );
}

const wordsOfPayment = ({ number, name, totalMinor }: OrderView) => ({
  title: `Mark order ${number} as paid?`,
  text: `Do this once you have all of the ${formatMoney(totalMinor)}, in cash or by bank transfer. The order gets its invoice, ${name} gets an email, and an open card payment is stopped. This cannot be undone. A refund is recorded here, and you give the money back yourself.`,
  button: 'Yes, mark as paid',
});

const wordsOfCancellation = (order: OrderView) => ({
  title: `Cancel order ${order.number}?`,
  text: `${deletionConsequence(order, 'All Orders')} You can undo this for a moment.`,
  button: 'Yes, cancel order',
});
