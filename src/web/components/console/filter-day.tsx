import { DENSE_CONTROL, DENSE_LABEL } from './dense.ts';

/** A day in the filters of a list, under its label. */
export function FilterDay({
  label,
  name,
  value,
}: {
  label: string;
  name: string;
  value: string | null;
}) {
  return (
    <div className="min-w-0 lg:w-40">
      <label htmlFor={`filter-${name}`} className={DENSE_LABEL}>
        {label}
      </label>
      <input
        id={`filter-${name}`}
        type="date"
        name={name}
        defaultValue={value ?? ''}
        className={DENSE_CONTROL}
      />
    </div>
  );
}
