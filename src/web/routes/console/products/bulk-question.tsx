import { Form, useLocation, useNavigation } from 'react-router';
import { listParams } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { TableResult } from './change-products.ts';
import { joinIds, SELECTED } from './selected-ids.ts';

type Asked = NonNullable<TableResult['question']>;

/** Asks before a bulk edit: in a dialog, or on the page without script. */
export function BulkQuestion({ question }: { question: Asked | undefined }) {
  const { search } = useLocation();
  const isBusy = useNavigation().formData?.get('intent') === 'edit';
  const { shown, isOpen, close } = useReturnedQuestion(question);
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title={shown.title}
      text={shown.text}
      keepLink={`?${listParams(search)}`}
      onKeep={close}
      look="plain"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="edit" />
        {Object.entries({ ...shown.change, ...shown.shown }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {shown.ids === null ? (
          <input type="hidden" name="all" value="yes" />
        ) : (
          <input type="hidden" name={SELECTED} value={joinIds(shown.ids)} />
        )}
        <Button look="solid" pending={isBusy}>
          Yes, change them
        </Button>
      </Form>
    </Question>
  );
}
