import { Form, useLocation, useNavigation } from 'react-router';
import type { SavedView } from '#features/saved-views/saved-views.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';

/** Asks before a saved view gets other filters: in a dialog, or on the page without script. */
export function ReplaceQuestion({ existing }: { existing: SavedView | undefined }) {
  const { shown, isOpen, close } = useReturnedQuestion(existing);
  const { search } = useLocation();
  const isBusy = useNavigation().formData?.get('intent') === 'save-view';
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title={`Replace the view “${shown.name}”?`}
      text="A view of this name has other filters. It gets those that are shown now, for all staff."
      keepLink={search || '?'}
      onKeep={close}
      look="plain"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="save-view" />
        <input type="hidden" name="name" value={shown.name} />
        <input type="hidden" name="replaces" value={shown.params} />
        <Button look="solid" pending={isBusy}>
          Replace it
        </Button>
      </Form>
    </Question>
  );
}
