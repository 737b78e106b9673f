import { Form, useNavigation } from 'react-router';
import { LONGEST_COMMENT } from '#shared/field-lengths.ts';
import { ConfirmedForm } from '../../../components/console/confirmed-form.tsx';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { keptText, useKeyedForm } from './order-forms.tsx';

interface Props {
  version: number;
  requestKey: string;
}

/** Adds a comment to the order. `used` are the keys of those that it has. */
export function CommentForm({ version, used, ...page }: Props & { used: (string | null)[] }) {
  const isBusy = useNavigation().formData?.get('intent') === 'comment';
  const { key, kept, requestKey } = useKeyedForm({ intent: 'comment' }, page.requestKey, used);
  return (
    <Form key={key} method="post" preventScrollReset className="mb-4 space-y-2">
      <Fields {...{ version, requestKey }} />
      <label htmlFor="comment" className={DENSE_LABEL}>
        Comment (only staff see it)
      </label>
      <textarea
        id="comment"
        name="text"
        required
        rows={2}
        maxLength={LONGEST_COMMENT}
        defaultValue={keptText(kept, 'text')}
        className={DENSE_CONTROL}
      />
      <Button name="intent" value="comment" pending={isBusy} className={DENSE_BUTTON}>
        Add comment
      </Button>
    </Form>
  );
}

/** Removes a comment after a question. */
export function RemoveComment({ id, ...props }: Props & { id: string }) {
  return (
    <ConfirmedForm
      intent="remove-comment"
      button="Remove comment"
      title="Remove this comment?"
      text="Staff no longer see it. This cannot be undone."
      look="quiet"
      buttonClass="-ml-3 px-3 text-sm lg:min-h-8 lg:py-0"
      of={{ name: 'comment', value: id }}
      preventScrollReset
    >
      <Fields {...props} />
    </ConfirmedForm>
  );
}

function Fields({ version, requestKey }: Props) {
  return (
    <>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}
