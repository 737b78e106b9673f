import { Form, useNavigation } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { RefundQuestion as Asked } from './handler.ts';

/** Asks before a form of the page refunds money, and names the amount: also without script. */
export function RefundQuestion({ question }: { question: Asked | undefined }) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const isBusy = useNavigation().formData?.get('intent') === shown?.intent;
  if (!shown) return null;
  const { intent, amountMinor, fields } = shown;
  const amount = formatMoney(amountMinor);
  const isCancelling = intent === 'cancel';
  return (
    <Question
      isOpen={isOpen}
      title={isCancelling ? `Cancel these items and refund ${amount}?` : `Refund ${amount}?`}
      text="The money goes back to the customer, who gets an email. This cannot be undone."
      keep="Go back"
      keepLink="?"
      onKeep={close}
    >
      <Form method="post" preventScrollReset>
        {fields.map(([name, value], index) => (
          // Their order pairs each SKU with its units, and they never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button look="danger" pending={isBusy}>
          {isCancelling ? `Cancel and refund ${amount}` : `Yes, refund ${amount}`}
        </Button>
      </Form>
    </Question>
  );
}
