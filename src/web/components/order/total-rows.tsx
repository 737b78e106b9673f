import { formatMoney } from '#shared/money.ts';
import { type TaxSum, taxRows } from '#shared/taxes.ts';
import { SumRow } from '../../ui/sum-row.tsx';

/** The total as the last rows of a list of sums (`dl`), with the taxes that are a part of it. */
export function TotalRows({
  taxes,
  isIncluded,
  totalMinor,
}: {
  taxes: TaxSum[];
  /** Whether the amounts above include the taxes. */
  isIncluded: boolean;
  totalMinor: number;
}) {
  const { added, included } = taxRows(taxes, isIncluded);
  return (
    <>
      {added.map(([term, minor]) => (
        <SumRow key={term} term={term} value={formatMoney(minor)} />
      ))}
      <SumRow term="Total" value={formatMoney(totalMinor)} isSum />
      {included.map(([term, minor]) => (
        <SumRow key={term} term={term} value={formatMoney(minor)} />
      ))}
    </>
  );
}
