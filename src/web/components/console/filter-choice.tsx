import { DENSE_CONTROL, DENSE_LABEL } from './dense.ts';

/** A choice in the filters of a list, under its label. */
export function FilterChoice({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  /** Values and labels; the first is the default, for which no parameter is sent. */
  choices: [value: string, label: string][];
  chosen: string;
}) {
  const [usual] = choices[0] ?? [];
  return (
    <div className="min-w-0 lg:w-40">
      <label htmlFor={`filter-${name}`} className={DENSE_LABEL}>
        {label}
      </label>
      <select
        id={`filter-${name}`}
        name={name}
        defaultValue={chosen === usual ? '' : chosen}
        className={DENSE_CONTROL}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value === usual ? '' : value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
