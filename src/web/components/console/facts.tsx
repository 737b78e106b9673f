import type { ReactNode } from 'react';

/** Figures beside each other, each under its label. */
export function Facts({ facts }: { facts: [label: string, value: string, mark?: ReactNode][] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([label, value, mark]) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="flex items-center gap-2 text-heading font-semibold tabular-nums">
            {value}
            {mark}
          </dd>
        </div>
      ))}
    </dl>
  );
}
