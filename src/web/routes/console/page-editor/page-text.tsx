import { useRef, useState } from 'react';
import { LONGEST_PAGE } from '#features/shop-pages/shop-pages.schema.ts';
import { RichField } from '../../../components/console/rich-text/rich-field.tsx';
import type { CheckedField } from '../../../ui/use-checked-form.ts';

interface FormattedText {
  text: string;
  /** Empty for a text without formatting. */
  html: string;
}

/** The text that the form shows: as typed, or else as it began. */
export function usePageText(first: FormattedText) {
  const [typed, setTyped] = useState<FormattedText | null>(null);
  return { shown: typed ?? first, setTyped };
}

/** The text, formatted once its editor is loaded. */
export function PageText({
  field,
  error,
  typed: { shown, setTyped },
}: {
  field: CheckedField;
  error: string | null;
  typed: ReturnType<typeof usePageText>;
}) {
  const sent = useRef<HTMLInputElement>(null);
  return (
    <RichField
      id={field.id}
      label="Text"
      images={null}
      {...shown}
      error={error}
      onChange={(text, html) => {
        setTyped({ text, html });
        // The editor handles pasting and its buttons itself, and the form has to know of them.
        sent.current?.dispatchEvent(new Event('input', { bubbles: true }));
      }}
      area={(attributes) => (
        <textarea
          {...attributes}
          name={field.name}
          defaultValue={field.initialValue}
          maxLength={LONGEST_PAGE}
          onChange={({ target }) => setTyped({ text: target.value, html: '' })}
        />
      )}
    >
      <input ref={sent} type="hidden" name="text" value={shown.text} />
      {shown.html ? <input type="hidden" name="html" value={shown.html} /> : null}
    </RichField>
  );
}
