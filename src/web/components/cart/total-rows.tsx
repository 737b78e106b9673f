import { formatMoney } from '#shared/money.ts';
import { type TaxSum, taxRows } from '#shared/taxes.ts';
import { SumRow } from '../../ui/sum-row.tsx';

/** The total as the last rows of a list of sums (`dl`), with the taxes that are a part of it. */
export function TotalRows({
  term,
  taxes,
  isIncluded,
  totalMinor,
}: {
  /** What the total is called. */
  term: string;
  taxes: TaxSum[];
  /** Whether the amounts above include the taxes. */
  isIncluded: boolean;
  totalMinor: number;
}) {
  const { added, included } = taxRows(taxes, isIncluded);
  return (
    <>
      {added.map(([name, minor]) => (
        <SumRow key={name} term={name} value={formatMoney(minor)} />
      ))}
      <SumRow term={term} value={formatMoney(totalMinor)} isSum />
      {included.map(([name, minor]) => (
        <SumRow key={name} term={name} value={formatMoney(minor)} />
      ))}
    </>
  );
}
