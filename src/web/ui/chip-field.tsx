import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useId, useRef, useState } from 'react';

/**
 * A list of values that are typed one after the other: Enter or a comma adds one, Backspace in the
 * empty field removes the last. Pasted text with commas, tabs or lines adds several.
 */
export function ChipField({
  label,
  hint,
  values,
  onAdd,
  onRemove,
}: {
  label: string;
  hint: string;
  values: string[];
  onAdd: (values: string[]) => void;
  onRemove: (value: string) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const add = (typed: string) => {
    onAdd(typed.split(/[,\t\n]/));
    setText('');
  };
  const remove = (value: string) => {
    onRemove(value);
    input.current?.focus();
  };
  function onKeyDown({ key, nativeEvent }: KeyboardEvent) {
    if (nativeEvent.isComposing) return;
    // Enter must not send the form.
    if (key === 'Enter') nativeEvent.preventDefault();
    const last = values.at(-1);
    if (key === 'Enter') add(text);
    else if (key === 'Backspace' && text === '' && last !== undefined) remove(last);
  }
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="control flex flex-wrap items-center gap-1.5 focus-within:outline-2 focus-within:outline-accent">
        <Chips label={label} values={values} onRemove={remove} />
        <input
          ref={input}
          id={id}
          aria-describedby={`${id}-hint`}
          value={text}
          enterKeyHint="done"
          autoComplete="off"
          className="min-w-12 flex-1 bg-transparent py-0.5 outline-none"
          onChange={({ target }) =>
            /[,\t\n]/.test(target.value) ? add(target.value) : setText(target.value)
          }
          onKeyDown={onKeyDown}
          onBlur={() => text.trim() && add(text)}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  );
}

function Chips({
  label,
  values,
  onRemove,
}: {
  label: string;
  values: string[];
  onRemove: (value: string) => void;
}) {
  return (
    <ul aria-label={label} className="contents">
      {values.map((value) => (
        <li
          key={value}
          className="flex items-center rounded-control bg-tint pl-2 text-sm leading-7"
        >
          {value}
          <button
            type="button"
            aria-label={`Remove ${value}`}
            className="grid size-7 place-items-center"
            onClick={() => onRemove(value)}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
