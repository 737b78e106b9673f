// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { MOST_UNITS } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { optionsOf } from '../../../components/console/variant-options.ts';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { CountedVariant } from './use-stock-count.ts';

/** What was counted, beside what the shop expects; the last scan first. */
export function CountTable({
  rows,
  onCount,
  onRemove,
}: {
  rows: CountedVariant[];
  onCount: (id: string, units: number) => void;
  onRemove: (id: string) => void;
}) {
  return (
    <table className="mt-4 w-full border-collapse text-sm">
      <caption className="sr-only">Counted variants, the last scan first</caption>
      <thead>
        <tr>
          <Header>Product</Header>
          <Header isNumeric>On hand</Header>
          <Header isNumeric>Counted</Header>
          <Header isNumeric>Difference</Header>
          <th scope="col" className="border-b border-line-strong">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CountRow key={row._id} row={row} onCount={onCount} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  );
}

function CountRow({
  row,
  onCount,
  onRemove,
}: {
  row: CountedVariant;
  onCount: (id: string, units: number) => void;
  onRemove: (id: string) => void;
}) {
  const { _id: id, name, sku, img, onHand, counted, problem } = row;
  const difference = counted - onHand;
  return (
    <tr className="border-b border-line">
      <td className="py-1 pr-2">
        <div className="flex items-center gap-3">
          <ProductImage url={img} alt="" sizes="28px" className="w-7 shrink-0 rounded-control" />
          <div className="min-w-0">
            <p className="font-semibold">{name}</p>
            <p className="text-ink-soft">{[sku, optionsOf(row)].filter(Boolean).join(' · ')}</p>
            {problem ? (
              <p role="alert" className="font-medium text-danger">
                {problem}
              </p>
            ) : null}
          </div>
        </div>
      </td>
      <Units>{withThousands(onHand)}</Units>
      <td className="py-1 pl-2 text-right">
        <input
          type="number"
          aria-label={`Counted units of ${sku}`}
          min={0}
          max={MOST_UNITS}
          value={counted}
          onChange={(event) => {
            const units = event.currentTarget.valueAsNumber;
            if (Number.isInteger(units) && units >= 0 && units <= MOST_UNITS) onCount(id, units);
          }}
          className="h-9 w-20 rounded-control border border-line-strong bg-surface px-2 text-right text-base tabular-nums md:h-8 md:text-sm"
        />
      </td>
      <Units strong={difference !== 0}>
        {difference > 0 ? '+' : ''}
        {difference < 0 ? '−' : ''}
        {withThousands(Math.abs(difference))}
      </Units>
      <td className="py-1 pl-1 text-right">
        <IconButton small label={`Leave out ${sku}`} onClick={() => onRemove(id)}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </td>
    </tr>
  );
}

function Header({ isNumeric = false, children }: { isNumeric?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line-strong py-2 font-semibold text-ink-soft',
        isNumeric ? 'pl-2 text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  );
}

function Units({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <td className={classNames('py-1 pl-2 text-right tabular-nums', strong && 'font-semibold')}>
      {children}
    </td>
  );
}
