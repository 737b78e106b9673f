import { type ComponentProps, useId, useLayoutEffect, useRef } from 'react';
import { caretAfterDigits, digitsOf } from './card-format.ts';

/** A field for digits. It formats typed or pasted text and leaves the caret in place. */
export function CardInput({
  label,
  value,
  format,
  onValue,
  error,
  ...input
}: {
  label: string;
  value: string;
  format: (text: string) => string;
  onValue: (value: string) => void;
  error: string | null;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange'>) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        {...input}
        ref={element}
        id={id}
        type="text"
        inputMode="numeric"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => {
          const { value: typed, selectionStart } = event.target;
          const formatted = format(typed);
          const atEnd = selectionStart === typed.length;
          const before = digitsOf(typed.slice(0, selectionStart ?? typed.length)).length;
          caret.current = atEnd ? formatted.length : caretAfterDigits(formatted, before);
          onValue(formatted);
        }}
        className="control tabular-nums"
      />
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
