// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { onShelf, type StockRow } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { variantName } from '#shared/variant-options.ts';
import { AdjustForm } from '../../../components/console/adjust-form.tsx';
import { StockMark } from '../../../components/console/stock-mark.tsx';
import { ProductImage } from '../../../components/image/product-image.tsx';
import type { AdjustmentResult } from '../../../stock-adjustment.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { archivedWords } from './archived-words.ts';

/** The id of a row's element. */
export const rowIdOf = (id: string) => `stock-${id}`;

/** Variants with their stock and a form each. They become cards where a table would not fit. */
export function StockTable({
  rows,
  requestKey,
  refused,
  list,
  onDone,
}: {
  rows: StockRow[];
  requestKey: string;
  refused: AdjustmentResult | undefined;
  list: RefObject<HTMLTableSectionElement | null>;
  onDone: (result: AdjustmentResult) => void;
}) {
  return (
    <table role="table" className="block w-full border-collapse text-sm xl:table compact:text-xs">
      <caption className="sr-only">Stock by SKU</caption>
      <thead role="rowgroup" className="sr-only xl:not-sr-only xl:table-header-group">
        <tr role="row" className="xl:table-row">
          <Header>Product</Header>
          <Header wide>SKU</Header>
          <Header wide>Variant</Header>
          <Header numeric>On hand</Header>
          <Header numeric>Reserved</Header>
          <Header numeric>Available</Header>
          <Header numeric>To ship</Header>
          <Header numeric>On the shelf</Header>
          <Header>Adjust</Header>
        </tr>
      </thead>
      <tbody
        ref={list}
        role="rowgroup"
        className="block xl:table-row-group"
        onKeyDown={moveBetweenRows}
      >
        {rows.map((row) => (
          <VariantRow key={row.id} row={row}>
            <AdjustForm
              stock={row}
              requestKey={`${requestKey} ${row.id}`}
              refused={refused?.sku === row.sku ? refused : undefined}
              onDone={onDone}
            />
          </VariantRow>
        ))}
      </tbody>
    </table>
  );
}

function VariantRow({ row, children }: { row: StockRow; children: ReactNode }) {
  return (
    <tr
      id={rowIdOf(row.id)}
      role="row"
      data-row
      className="grid grid-cols-3 gap-x-3 sm:grid-cols-5 gap-y-2 border-b border-line py-3 xl:table-row xl:py-0"
    >
      <ProductCell row={row} />
      <Cell wide>{row.sku}</Cell>
      <Cell wide>{variantName(row)}</Cell>
      <Units label="On hand" units={row.onHand} />
      <Units label="Reserved" units={row.reserved} />
      <Units label="Available" units={row.available}>
        <StockMark {...row} />
      </Units>
      <Units label="To ship" units={row.toShip} />
      <Units label="On the shelf" units={onShelf(row)} />
      <td role="cell" className="col-span-full xl:py-0.5 xl:pl-4 compact:py-0">
        {children}
      </td>
    </tr>
  );
}

function Header({
  numeric = false,
  wide = false,
  children,
}: {
  numeric?: boolean;
  /** Only on wide screens; elsewhere it is below the product's name. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(
        'border-b border-line-strong px-2 py-2 font-semibold whitespace-nowrap text-ink-soft first:pl-0 last:pl-4 compact:py-0.5',
        numeric ? 'text-right' : 'text-left',
        wide && 'hidden min-[87.5rem]:table-cell',
      )}
    >
      {children}
    </th>
  );
}

function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <td
      role="cell"
      className={classNames('px-2 py-0.5 compact:py-0', wide && 'hidden min-[87.5rem]:table-cell')}
    >
      {children}
    </td>
  );
}

function ProductCell({ row }: { row: StockRow }) {
  const { id, name, sku, imageUrl } = row;
  const state = archivedWords(row);
  return (
    <td role="cell" className="col-span-full xl:py-0.5 xl:pr-2 compact:py-0">
      <div className="flex items-center gap-3">
        <ProductImage
          url={imageUrl}
          alt=""
          sizes="40px"
          className="w-10 shrink-0 rounded-control xl:w-6 compact:w-3"
        />
        <div className="min-w-0">
          <Link to={`/admin/stock/${id}`} className="font-semibold hover:underline">
            {name}
          </Link>
          {state ? <span className="text-ink-soft"> · {state}</span> : null}
          <p className="text-ink-soft min-[87.5rem]:hidden">
            {[sku, variantName(row)].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
    </td>
  );
}

function Units({ label, units, children }: { label: string; units: number; children?: ReactNode }) {
  return (
    <td role="cell" className="tabular-nums xl:px-2 xl:py-0.5 xl:text-right compact:py-0">
      <span aria-hidden="true" className="block text-ink-soft xl:hidden">
        {label}
      </span>
      <span className="inline-flex items-center justify-end gap-x-2">
        {children}
        {withThousands(units)}
      </span>
    </td>
  );
}

/** The arrow keys move from one row's field to the next. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || !(target instanceof HTMLInputElement) || target.dataset.change === undefined) return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('[data-change]')];
  const next = fields[fields.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
