import { classNames } from './class-names.ts';

/** One figure of a list of sums (`dl`); the last one, which the others make, stands out. */
export function SumRow({ term, value, isSum }: { term: string; value: string; isSum?: boolean }) {
  return (
    <div
      className={classNames(
        'flex justify-between gap-4',
        isSum && 'border-t border-line pt-3 text-lg font-semibold',
      )}
    >
      <dt>{term}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
