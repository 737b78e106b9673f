import { Form, useNavigation } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { whereItGoes } from '../../../components/order/where-refunds-go.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import { GoBack, HiddenFields } from './go-back.tsx';
import type { RefundQuestion as Asked } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';

/** Asks before a form of the page refunds money, and names the amount: also without script. */
export function RefundQuestion({
  question,
  kept,
}: {
  question: Asked | undefined;
  kept: PostedFields;
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const posted = useNavigation().formData?.get('intent');
  if (!shown) return null;
  const { fields } = shown;
  const { title, button } = wordsOf(shown);
  return (
    <Question
      isOpen={isOpen}
      title={title}
      text={whereItGoes(shown)}
      keep="Go back"
      keepForm={<GoBack kept={kept} />}
      onKeep={close}
    >
      <Form method="post" preventScrollReset>
        <HiddenFields fields={fields} />
        <Button look="danger" pending={posted === shown.intent}>
          {button}
        </Button>
      </Form>
    </Question>
  );
}

/** Says of a refund that is for no units. */
function purposeOf({ isForUnits, fields }: Asked): string {
  if (isForUnits) return '';
  const isForShipping = fields.some(([name]) => name === 'shipping');
  return isForShipping ? ' for the shipping and no item' : ' for no item and no shipping';
}

function wordsOf(asked: Asked): { title: string; button: string } {
  const { intent, amountMinor, ofReturn } = asked;
  const amount = formatMoney(amountMinor);
  if (intent === 'cancel') {
    const title = `Cancel these items and refund ${amount}?`;
    return { title, button: `Cancel and refund ${amount}` };
  }
  if (intent === 'exchange-cancel') {
    const title = `Cancel the exchange and give ${amount} back?`;
    return { title, button: 'Yes, cancel the exchange' };
  }
  // A return whose refund was withdrawn is closed already.
  const closing = ofReturn === 'received' ? ' and close the return' : '';
  return {
    title: `Refund ${amount}${purposeOf(asked)}${closing}?`,
    button: `Yes, refund ${amount}`,
  };
}
