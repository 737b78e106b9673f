import { useId } from 'react';

/** A select of a list's form. Its label is above it, or in front where there is room. */
export function LabelledSelect({
  label,
  name,
  choices,
  chosen,
  inline = false,
}: {
  label: string;
  name: string;
  /** Values and their labels. The first one is the default, for which no parameter is sent. */
  choices: Record<string, string>;
  chosen: string;
  inline?: boolean;
}) {
  const id = useId();
  const [usual] = Object.keys(choices);
  return (
    <div className={inline ? 'flex items-center gap-3' : 'min-w-0'}>
      <label
        htmlFor={id}
        className={
          inline ? 'shrink-0 text-[0.9375rem] text-ink-soft max-sm:sr-only' : 'field-label'
        }
      >
        {label}
      </label>
      <select id={id} name={name} defaultValue={chosen === usual ? '' : chosen} className="control">
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value === usual ? '' : value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
