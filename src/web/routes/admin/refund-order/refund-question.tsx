import { Form, useNavigation } from 'react-router';
import { formatMoney, toDecimalText } from '#shared/money.ts';
import { whereItGoes } from '../../../components/order/where-refunds-go.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';

/** The field of the form that was asked and is sure. */
export const SURE = 'sure';
/** The button that leaves the question without script. The page shows the form as it was posted. */
export const GO_BACK = 'goBack';

export interface Asked {
  amountMinor: number;
  /** What the form had besides the amount. */
  fields: { reason: string; key: string; version: string };
}

/** Asks before an amount is refunded, and names it: also without script. */
export function RefundQuestion({
  question,
  action,
  isOutside,
  kept,
}: {
  question: Asked | undefined;
  action: string;
  /** Whether the payment came outside of the shop. */
  isOutside: boolean;
  /** What the form had. */
  kept: Record<string, string>;
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const isBusy = useNavigation().formData?.has(SURE) === true;
  if (!shown) return null;
  const { amountMinor } = shown;
  const amount = formatMoney(amountMinor);
  const amountText = toDecimalText(amountMinor);
  return (
    <Question
      isOpen={isOpen}
      title={`Refund ${amount}?`}
      text={whereItGoes({ amountMinor, outsideMinor: isOutside ? amountMinor : 0 })}
      keep="Go back"
      keepForm={
        <Form method="post" action={action}>
          <Hidden fields={kept} />
          <Button name={GO_BACK} value="yes">
            Go back
          </Button>
        </Form>
      }
      onKeep={close}
    >
      <Form method="post" action={action}>
        <Hidden fields={{ ...shown.fields, amount: amountText, [SURE]: 'yes' }} />
        <Button look="danger" pending={isBusy}>
          Yes, refund {amount}
        </Button>
      </Form>
    </Question>
  );
}

function Hidden({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
