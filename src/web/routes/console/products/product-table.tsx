// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ImageOff from 'lucide-react/icons/image-off';
import type { ReactNode, RefObject } from 'react';
import { useLocation } from 'react-router';
import type { StaffRow, StaffSort } from '#features/product-management/staff-list.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatDay, formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { thumbOf } from '#shared/renditions.ts';
import { isSoldOut } from '#shared/stock.ts';
import { joinTags } from '#shared/tags.ts';
import { withThousands } from '#shared/thousands.ts';
import { ProductStatusLabel } from '../../../components/console/product-status.tsx';
import { SelectAll, SelectRow } from '../../../components/console/select-boxes.tsx';
import { useRange } from '../../../components/console/use-range.ts';
import { listParams } from '../../../pagination.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { BULK_FORM } from './bulk-bar.tsx';
import { type ColumnName, columnLabels } from './columns.ts';

/** The sorts that a column's header switches between, and whether the first is ascending. */
const headerSorts: Partial<Record<ColumnName | 'name', [StaffSort, StaffSort]>> = {
  name: ['name', 'name-down'],
  price: ['price-up', 'price-down'],
};

const numeric: ReadonlySet<string> = new Set(['price', 'cost', 'available', 'variants']);

type Select = (ids: string[], on: boolean) => void;

/** The products of a page: a table, or cards on a phone. */
export function ProductTable({
  rows,
  columns,
  sort,
  selected,
  onSelect,
  list,
}: {
  rows: StaffRow[];
  columns: ColumnName[];
  sort: StaffSort;
  selected: ReadonlySet<string>;
  onSelect: Select;
  list: RefObject<HTMLTableSectionElement | null>;
}) {
  const ids = rows.map(({ id }) => id);
  const selectRow = useRange(ids, onSelect);
  return (
    <div className="lg:overflow-x-auto">
      <table role="table" className="block w-full border-collapse text-sm lg:table compact:text-xs">
        <caption className="sr-only">Products</caption>
        <thead role="rowgroup" className="block lg:table-header-group">
          <tr role="row" className="flex lg:table-row">
            <th role="columnheader" scope="col" className="w-10 lg:border-b lg:border-line">
              <SelectAll
                isOn={ids.every((id) => selected.has(id))}
                onChange={(on) => onSelect(ids, on)}
              />
            </th>
            <th
              role="columnheader"
              scope="col"
              className="hidden w-12 border-b border-line lg:table-cell"
            >
              <span className="sr-only">Image</span>
            </th>
            <Header name="name" label="Name" sort={sort} />
            {columns.map((name) => (
              <Header key={name} name={name} label={columnLabels[name]} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody ref={list} role="rowgroup" className="block lg:table-row-group">
          {rows.map((row) => (
            <ProductRow
              key={row.id}
              row={row}
              columns={columns}
              isSelected={selected.has(row.id)}
              onSelect={selectRow}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Header({
  name,
  label,
  sort,
}: {
  name: ColumnName | 'name';
  label: string;
  sort: StaffSort;
}) {
  const { search } = useLocation();
  const sorts = headerSorts[name];
  const at = sorts?.indexOf(sort) ?? -1;
  const next = sorts?.[at === 0 ? 1 : 0];
  const params = listParams(search, 'after');
  if (next) params.set('sort', next);
  const Arrow = at === 1 ? ArrowDown : ArrowUp;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={at < 0 ? undefined : at === 0 ? 'ascending' : 'descending'}
      className={classNames(
        'hidden border-b border-line px-2 font-semibold whitespace-nowrap text-ink-soft lg:table-cell',
        numeric.has(name) ? 'text-right' : 'text-left',
      )}
    >
      {next ? (
        <Link
          to={`?${params}`}
          preventScrollReset
          className="inline-flex min-h-9 items-center gap-1 hover:text-ink compact:min-h-6"
        >
          {label}
          {at < 0 ? null : <Arrow aria-hidden="true" className="size-3.5" />}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

interface RowProps {
  row: StaffRow;
  columns: ColumnName[];
  isSelected: boolean;
  onSelect: ReturnType<typeof useRange>;
}

function ProductRow({ row, columns, isSelected, onSelect }: RowProps) {
  return (
    <tr
      role="row"
      data-row
      className={classNames(
        'relative flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-3 pl-9 whitespace-nowrap text-ink-soft focus-within:bg-tint hover:bg-tint lg:static lg:table-row lg:text-ink lg:*:border-b lg:*:border-line lg:*:px-2',
        isSelected && 'bg-accent-tint',
      )}
    >
      <td role="cell" className="absolute top-1.5 -left-3 lg:static lg:px-0!">
        <SelectBox row={row} isSelected={isSelected} onSelect={onSelect} />
      </td>
      <td role="cell">
        <Thumbnail url={row.imageUrl} />
      </td>
      <td
        role="cell"
        className="min-w-0 basis-[calc(100%-3rem)] whitespace-normal text-ink lg:min-w-44 lg:max-w-md"
      >
        <Link
          to={`/admin/products/${row.id}`}
          className="block py-1 font-medium hover:underline lg:truncate compact:py-0"
        >
          {row.name}
        </Link>
      </td>
      {columns.map((name) => (
        <td
          key={name}
          role="cell"
          className={numeric.has(name) ? 'tabular-nums lg:text-right' : undefined}
        >
          {cells[name](row)}
        </td>
      ))}
    </tr>
  );
}

function SelectBox({ row, isSelected, onSelect }: Omit<RowProps, 'columns'>) {
  // With script the bar has the ids of all pages.
  const hydrated = useHydrated();
  return (
    <SelectRow
      label={`Select ${row.name}`}
      form={BULK_FORM}
      name={hydrated ? undefined : 'id'}
      value={row.id}
      checked={isSelected}
      onChange={(event) => onSelect(row.id, event)}
    />
  );
}

function Thumbnail({ url }: { url: string | null }) {
  if (url === null) {
    return (
      <span className="grid size-8 place-items-center rounded-control bg-tint text-ink-soft lg:size-7 compact:size-4">
        <ImageOff aria-hidden="true" className="size-4" strokeWidth={1.5} />
        <span className="sr-only">No image</span>
      </span>
    );
  }
  return (
    <img
      src={thumbOf(url)}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      className="size-8 rounded-control bg-tint object-cover lg:size-7 compact:size-4"
    />
  );
}

const cells: Record<ColumnName, (row: StaffRow) => ReactNode> = {
  status: ({ status, publishAt }) => (
    <span title={publishAt ? `Active from ${formatTime(publishAt)}` : undefined}>
      <ProductStatusLabel status={status} />
    </span>
  ),
  price: ({ lowestMinor, highestMinor }) => (
    <span>
      {lowestMinor === null || highestMinor === null
        ? 'No price'
        : moneySpan(lowestMinor, highestMinor)}
    </span>
  ),
  cost: ({ costLowMinor, costHighMinor }) =>
    costLowMinor === null || costHighMinor === null ? null : (
      <>
        <span className="lg:hidden">Cost </span>
        {moneySpan(costLowMinor, costHighMinor)}
      </>
    ),
  available: ({ available, lowCount }) =>
    isSoldOut(available) ? (
      <span className="font-semibold text-danger">Sold out</span>
    ) : (
      <>
        {lowCount > 0 ? (
          <span
            className="mr-2 text-xs text-danger"
            title={`${counted(lowCount, 'variant')} with few or no units`}
          >
            {lowCount} low
          </span>
        ) : null}
        {withThousands(available)}
        <span className="lg:hidden"> available</span>
      </>
    ),
  variants: ({ variantCount }) => (
    <>
      {withThousands(variantCount)}
      <span className="lg:hidden">{variantCount === 1 ? ' variant' : ' variants'}</span>
    </>
  ),
  sku: ({ sku, variantCount }) => sku ?? counted(variantCount, 'SKU'),
  category: ({ category }) => category,
  type: ({ productType }) => productType,
  brand: ({ brand }) => brand,
  tags: ({ tags }) => joinTags(tags),
  created: ({ createdAt }) => <Day at={createdAt} />,
  changed: ({ updatedAt }) => <Day at={updatedAt} />,
};

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatDay(at)}
    </time>
  );
}

function moneySpan(low: number, high: number): string {
  return `${formatMoney(low)}${high > low ? `–${formatMoney(high)}` : ''}`;
}
