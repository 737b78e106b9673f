import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Check boxes that look like chips. */
export function ChoiceChips({
  legend,
  name,
  choices,
  chosen,
}: {
  legend: string;
  name: string;
  choices: { value: string; label: ReactNode }[];
  chosen: string[];
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[0.9375rem] font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <label
            key={value}
            className={classNames(
              'relative flex min-h-10 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control border px-3 text-[0.9375rem] transition-colors',
              'border-line-strong bg-surface hover:border-ink',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-checked:border-ink has-checked:bg-ink has-checked:text-ground',
            )}
          >
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
