import { useId, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ShopText } from '#features/texts/texts.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { useUnsavedInput } from '../../../ui/use-unsaved-guard.ts';

/** The result of a form: saved, or why it was refused and the typed text. */
export type TextResult =
  | { key: string; message: null }
  | { key: string; message: string; typed: string };

/** The form of a text: where it is, its default, and what is shown instead. */
export function TextForm({ text, result }: { text: ShopText; result: TextResult | undefined }) {
  const { key, where, most } = text;
  const id = useId();
  const { form, shown, refused, pending, isSaved } = useTextForm(text, result);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:px-2"
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="version" value={shown.version} />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="font-medium wrap-anywhere">
          {text.default}
        </label>
        <p id={`${id}-where`} className="text-ink-soft">
          {where}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-start gap-2">
        <div className="min-w-0 grow basis-60">
          <input
            // Another version shows its own text.
            key={refused ? 'refused' : shown.version}
            id={id}
            name="text"
            aria-describedby={refused ? `${id}-refused` : `${id}-where`}
            aria-invalid={refused ? true : undefined}
            defaultValue={refused ? refused.typed : (shown.own ?? shown.default)}
            required
            maxLength={most}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
          {refused ? (
            <p id={`${id}-refused`} role="alert" className="mt-1 text-sm font-medium text-danger">
              {refused.message}
            </p>
          ) : null}
        </div>
        <Buttons text={text} pending={pending} describedBy={`${id}-where`} />
        <p role="status" className="w-full text-sm text-ink-soft empty:hidden">
          {isSaved ? 'Saved.' : null}
        </p>
      </div>
    </Form>
  );
}

/**
 * What the form shows: the saved text, or what was refused until it is saved. While it has unsaved
 * input, saving another text does not bring a version that somebody else wrote.
 */
function useTextForm(text: ShopText, result: TextResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  const pending = formData?.get('key') === text.key;
  const [held, setHeld] = useState({ text, result, refused: refusalOf(result) });
  const unsaved = useUnsavedInput(form, {
    startsUnsaved: held.refused !== null,
    isSending: pending,
  });
  // The texts are loaded again before the router is idle.
  const isNew = state === 'idle' && result !== undefined && result !== held.result;
  if (isNew) setHeld({ text, result, refused: refusalOf(result) });
  else if (!unsaved && held.text !== text) setHeld({ ...held, text });
  return {
    ...{ form, shown: held.text, refused: held.refused, pending },
    isSaved: state === 'idle' && result?.message === null,
  };
}

function refusalOf(result: TextResult | undefined) {
  return result?.message ? result : null;
}

function Buttons({
  text,
  pending,
  describedBy,
}: {
  text: ShopText;
  pending: boolean;
  describedBy: string;
}) {
  return (
    <>
      <Button
        pending={pending}
        aria-label={`Save: ${text.default}`}
        aria-describedby={describedBy}
        className={DENSE_BUTTON}
      >
        Save
      </Button>
      {text.own === null ? null : (
        <Button
          name="intent"
          value="reset"
          look="quiet"
          formNoValidate
          aria-label={`Reset: ${text.default}`}
          aria-describedby={describedBy}
          className={DENSE_BUTTON}
        >
          Reset
        </Button>
      )}
    </>
  );
}
