import { Form, useLocation, useNavigation } from 'react-router';
import { counted } from '#shared/counted.ts';
import { joinTags } from '#shared/tags.ts';
import { quotedTags } from '../../../components/console/quoted-tags.ts';
import { orderValue } from '../../../staff-order-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { TaggingQuestion } from './change-orders.ts';

/** Asks before the tags of several orders change: in a dialog, or on the page without script. */
export function TagQuestion({ question }: { question: TaggingQuestion | undefined }) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const { search } = useLocation();
  const isBusy = useNavigation().formData?.get('intent') === 'tag';
  if (!shown) return null;
  const { orders, add, remove } = shown;
  return (
    <Question
      isOpen={isOpen}
      title={`Change the tags of ${counted(orders.length, 'order')}?`}
      text={[
        add.length > 0 && `They get ${quotedTags(add)}.`,
        remove.length > 0 && `They lose ${quotedTags(remove)}.`,
        'Their other tags stay, and only staff see them.',
      ]
        .filter(Boolean)
        .join(' ')}
      keepLink={search || '?'}
      onKeep={close}
      look="plain"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="tag" />
        <input type="hidden" name="add" value={joinTags(add)} />
        <input type="hidden" name="remove" value={joinTags(remove)} />
        {orders.map((order) => (
          <input key={order.id} type="hidden" name="order" value={orderValue(order)} />
        ))}
        <Button look="solid" pending={isBusy}>
          Change them
        </Button>
      </Form>
    </Question>
  );
}
