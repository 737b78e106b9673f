import type { ReactNode } from 'react';
import type { StockLevel } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';

/** Units of a variant, with a mark beside the available ones. */
export function Level({ level, mark }: { level: StockLevel; mark?: ReactNode }) {
  const { onHand, reserved, available } = level;
  return (
    <Facts
      facts={[
        ['On hand', withThousands(onHand)],
        ['Reserved', withThousands(reserved)],
        ['Available', withThousands(available), mark],
      ]}
    />
  );
}

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
