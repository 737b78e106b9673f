import { Form, useNavigation } from 'react-router';
import { linesToPack } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { isRefundedInFull } from '#features/orders/returns/exchange-units.schema.ts';
import { itemsInWords } from '#shared/items-in-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import { GoBack, HiddenFields } from './go-back.tsx';
import type { TakeBackQuestion as Asked } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';

/** Asks before a parcel is taken back, and says what happens to its items and what is told. */
export function TakeBackQuestion({
  order,
  question,
  kept,
}: {
  order: OrderView;
  question: Asked | undefined;
  kept: PostedFields;
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const isBusy = useNavigation().formData?.get('intent') === 'take-back';
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title="Take back this parcel?"
      text={[itemsOf(order, shown), refundOf(order, shown), emailOf(order, shown)].join(' ')}
      keep="Go back"
      keepForm={<GoBack kept={kept} />}
      onKeep={close}
    >
      <Form method="post" preventScrollReset>
        <HiddenFields fields={shown.fields} />
        <Button look="danger" pending={isBusy}>
          Yes, take back
        </Button>
      </Form>
    </Question>
  );
}

function itemsOf({ lines }: OrderView, { lines: parts }: Asked): string {
  const items = parts.map(({ position, quantity }) => {
    return itemsInWords(lines[position] ?? {}, quantity);
  });
  return `Only do this if it has not left. These items count as not shipped again: ${items.join('; ')}.`;
}

function refundOf(order: OrderView, { refundedUnits }: Asked): string {
  if (isRefundedInFull(order))
    return 'The order was refunded in full, so nothing of it is shipped.';
  if (refundedUnits === 0) return '';
  return `Of these, ${refundedUnits} ${refundedUnits === 1 ? 'was' : 'were'} refunded and will not be chosen for a parcel.`;
}

function emailOf(order: OrderView, { isForgotten, isUntold, ...asked }: Asked): string {
  if (isForgotten) return 'The account of its customer was deleted, so nobody is told.';
  if (isUntold) {
    return 'The email that it is on its way still waits, and is not sent. If it goes out before you confirm, another one corrects it.';
  }
  const told =
    'The customer was told that it is on its way, and gets an email that this was a mistake';
  return follows(order, asked) ? `${told} and that you will write when it leaves.` : `${told}.`;
}

/** Whether something is to be shipped then. */
function follows(
  order: OrderView,
  { lines, refundedUnits }: Pick<Asked, 'lines' | 'refundedUnits'>,
) {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return !isRefundedInFull(order) && (units > refundedUnits || linesToPack(order).length > 0);
}
