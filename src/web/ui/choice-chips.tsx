import type { ReactNode } from 'react';

interface Chips {
  name: string;
  values: string[];
  chosen: string[];
  label: (value: string) => ReactNode;
}

/** Check boxes that look like chips. */
export function ChoiceChips({ name, values, chosen, label }: Chips) {
  return (
    <div className="flex flex-wrap gap-2">
      {values.map((value) => (
        <label
          key={value}
          className="relative flex min-h-10 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control border px-3 text-[0.9375rem] transition-colors border-line-strong bg-surface hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-checked:border-ink has-checked:bg-ink has-checked:text-ground"
        >
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            className="sr-only"
          />
          {label(value)}
        </label>
      ))}
    </div>
  );
}
