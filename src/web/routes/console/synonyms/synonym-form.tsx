import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { type Synonyms, toLine } from '#features/merchandising/merchandising.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { useUnsavedInput } from '../../../ui/use-unsaved-guard.ts';

/** The result of a form for the notice, or why it was refused and the typed text. */
export type Result =
  | { id: string; said: string; removed?: string }
  | { id: string; message: string; typed: string };

/** The form of a line of synonyms. Without a group, it adds new ones. */
export function SynonymForm({
  label,
  group,
  start = '',
  result,
}: {
  label: string;
  group: Synonyms | null;
  /** What the field for new ones has at first. */
  start?: string;
  result: Result | undefined;
}) {
  const { form, shown, refused, pending } = useLine(group, result);
  const id = group?.id ?? '';
  const refusalId = refused ? `refusal-${id}` : undefined;
  return (
    <Form ref={form} method="post" aria-label={label} className="flex flex-wrap items-start gap-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="shown" value={shown} />
      <div className="w-full grow sm:w-auto">
        <input
          name="words"
          aria-label={label}
          aria-describedby={refusalId}
          aria-invalid={refused ? true : undefined}
          placeholder={group ? undefined : 'sneaker, trainer, gym shoe'}
          defaultValue={refused?.typed ?? (shown || (result ? '' : start))}
          required
          maxLength={600}
          autoComplete="off"
          className={DENSE_CONTROL}
        />
        {refused ? (
          <p id={refusalId} role="alert" className="mt-1 text-sm font-medium text-danger">
            {refused.message}
          </p>
        ) : null}
      </div>
      <Button look={group ? 'outline' : 'accent'} pending={pending} className={DENSE_BUTTON}>
        {group ? 'Save' : 'Add'}
      </Button>
      {group ? (
        <Button
          name="intent"
          value="remove"
          look="quiet"
          formNoValidate
          aria-label={`Remove ${toLine(group)}`}
          className={DENSE_BUTTON}
        >
          Remove
        </Button>
      ) : null}
    </Form>
  );
}

/** Stands for the id of a line that is added again, so that no form of the page shows its result. */
export const UNDO = 'undo';

/** Adds the words of a line again that was removed. */
export function Undo({ words }: { words: string }) {
  const isBusy = useNavigation().formData?.get('id') === UNDO;
  return (
    <Form method="post" className="mt-2">
      <input type="hidden" name="id" value={UNDO} />
      <input type="hidden" name="words" value={words} />
      <Button pending={isBusy} className={DENSE_BUTTON}>
        Undo
      </Button>
    </Form>
  );
}

/** The form's state: the loaded line, and the last result. */
function useLine(group: Synonyms | null, result: Result | undefined) {
  const { state, formData } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const line = group ? toLine(group) : '';
  // After a refusal the router loads the current line, so the refusal is shown together with it.
  const refused = state === 'idle' && result && 'message' in result ? result : null;
  const saved = state === 'idle' && result && 'said' in result ? result : null;
  // If somebody else changes a line while another one is being saved, it is shown as a conflict.
  const [shown, setShown] = useState(line);
  if (shown !== line && (saved || refused)) setShown(line);
  // The field shows the saved line. The field for new synonyms is emptied for the next line.
  useEffect(() => {
    if (saved) form.current?.reset();
  }, [saved]);
  const pending = formData?.get('id') === (group?.id ?? '');
  useUnsavedInput(form, { startsUnsaved: refused !== null, isSending: pending });
  return { form, shown, refused, pending };
}
