import { useId } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ShopText } from '#features/texts/texts.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';

/** The result of a form: saved, or why it was refused and the typed text. */
export type TextResult =
  | { key: string; refused: null }
  | { key: string; refused: string; typed: string };

/** The form of a text: where it is, its default, and what is shown instead. */
export function TextForm({ text, result }: { text: ShopText; result: TextResult | undefined }) {
  const { key, where, most, own, version } = text;
  const { state, formData } = useNavigation();
  const id = useId();
  const pending = formData?.get('key') === key;
  const refused = state === 'idle' && result?.refused ? result : null;
  return (
    <Form
      method="post"
      preventScrollReset
      className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:px-2"
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="version" value={version} />
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
            key={refused ? 'refused' : version}
            id={id}
            name="text"
            aria-describedby={refused ? `${id}-refused` : `${id}-where`}
            aria-invalid={refused ? true : undefined}
            defaultValue={refused ? refused.typed : (own ?? text.default)}
            required
            maxLength={most}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
          {refused ? (
            <p id={`${id}-refused`} role="alert" className="mt-1 text-sm font-medium text-danger">
              {refused.refused}
            </p>
          ) : null}
        </div>
        <Buttons text={text} pending={pending} describedBy={`${id}-where`} />
        <p role="status" className="w-full text-sm text-ink-soft empty:hidden">
          {state === 'idle' && result?.refused === null ? 'Saved.' : null}
        </p>
      </div>
    </Form>
  );
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
