import { classNames } from './class-names.ts';

/** One row of a list of sums (`dl`); the last one, their total, stands out. */
export function SumRow({ term, value, isSum }: { term: string; value: string; isSum?: boolean }) {
  return (
    <div
      className={classNames(
        'flex justify-between gap-4',
        isSum && 'border-t border-line pt-3 text-lg font-semibold',
      )}
    >
      <dt>{term}</dt>
      <dd className="whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  );
}
