// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
/** The parts of the tables of counted and of received variants. */

import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProductImage } from '../../image/product-image.tsx';
import { QUICK_MS } from '../use-scans.ts';
import type { ScannedVariant } from './look-up.ts';

/** A table of scanned variants with a button in each row that leaves it out. */
export function ScannedTable({
  caption,
  columns,
  children,
}: {
  caption: string;
  /** The headings of the numbers. */
  columns: string[];
  /** A `ScannedRow` for each variant. */
  children: ReactNode;
}) {
  return (
    <table role="table" className="mt-4 block w-full border-collapse text-sm md:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:table-row">
          <Header>Product</Header>
          {columns.map((column) => (
            <Header key={column} isNumeric>
              {column}
            </Header>
          ))}
          <th role="columnheader" scope="col" className="border-b border-line-strong">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {children}
      </tbody>
    </table>
  );
}

export function ScannedRow({
  sku,
  onRemove,
  children,
}: {
  sku: string;
  onRemove: () => void;
  /** The cells before the button. */
  children: ReactNode;
}) {
  return (
    <tr
      role="row"
      className="grid grid-cols-[1fr_auto_1fr_auto] items-end gap-x-4 gap-y-1 border-b border-line py-3 md:table-row md:py-0"
    >
      {children}
      <td role="cell" className="text-right md:py-0.5 md:pl-1">
        <IconButton small label={`Leave out ${sku}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </td>
    </tr>
  );
}

/** The cell of a variant: its product, its SKU and what the table says besides. */
export function VariantCell({
  row: { name, sku, image, variantName },
  children,
}: {
  row: Pick<ScannedVariant, 'name' | 'sku' | 'image' | 'variantName'>;
  children?: ReactNode;
}) {
  return (
    <td role="cell" className="col-span-4 md:py-0.5 md:pr-2">
      <div className="flex items-center gap-3">
        <ProductImage
          url={image}
          alt=""
          sizes="40px"
          className="w-10 shrink-0 rounded-control md:w-6"
        />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-ink-soft">{[sku, variantName].filter(Boolean).join(' · ')}</p>
          {children}
        </div>
      </div>
    </td>
  );
}

/** The cell with the units of a row, which can be typed. */
export function TypedUnits({
  column,
  ...field
}: { column: string } & Parameters<typeof UnitsField>[0]) {
  return (
    <td role="cell" className="md:py-0.5 md:pl-2 md:text-right">
      <NarrowLabel>{column}</NarrowLabel>
      <UnitsField {...field} />
    </td>
  );
}

/**
 * Units of a row. What is typed stays while it is no number of units, so that it can be replaced; the
 * row has the units of before the quick characters, because a scan begins like a number. Enter goes
 * back to the scans, and says what was refused.
 */
function UnitsField({
  label,
  units,
  onUnits,
  onEnter,
}: {
  label: string;
  units: number;
  onUnits: (units: number) => void;
  onEnter: (refused: string | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const before = useRef({ units, at: 0 });
  return (
    <input
      type="number"
      aria-label={label}
      min={0}
      max={MAX_UNITS}
      value={typed ?? units}
      onChange={({ timeStamp, currentTarget: { value, valueAsNumber: number } }) => {
        const goesOn = timeStamp - before.current.at < QUICK_MS;
        before.current = { units: goesOn ? before.current.units : units, at: timeStamp };
        const isWhole = Number.isInteger(number) && number >= 0 && number <= MAX_UNITS;
        setTyped(isWhole ? null : value);
        if (isWhole) onUnits(number);
        else if (value !== '') onUnits(before.current.units);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onEnter(typed || null);
      }}
      onBlur={() => setTyped(null)}
      className="h-9 w-20 rounded-control border border-line-strong bg-surface px-2 text-right text-base tabular-nums md:h-8 md:text-sm"
    />
  );
}

/**
 * The changes of rows, after which the focus is in the field for scans again: Enter in a field of
 * units, which also says what was refused, and leaving a row out, whose button goes away with it.
 */
export function withScansNext<
  Changes extends { remove(id: string): void; refuse(problem: string): void },
>(field: RefObject<HTMLInputElement | null>, changes: Changes) {
  return {
    ...changes,
    remove(id: string): void {
      field.current?.focus();
      changes.remove(id);
    },
    onEnter(refused: string | null): void {
      if (refused !== null) {
        changes.refuse(
          `"${refused}" is not a number of units, so nothing has changed. Was it a scan?`,
        );
      }
      field.current?.focus();
    },
  };
}

function Header({ isNumeric = false, children }: { isNumeric?: boolean; children: ReactNode }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(
        'border-b border-line-strong py-2 font-semibold whitespace-nowrap text-ink-soft',
        isNumeric ? 'pl-2 text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  );
}

export function Units({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <td
      role="cell"
      className={classNames(
        'tabular-nums md:py-0.5 md:pl-2 md:text-right',
        strong && 'font-semibold',
      )}
    >
      <NarrowLabel>{label}</NarrowLabel>
      {children}
    </td>
  );
}

function NarrowLabel({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="block font-normal text-ink-soft md:hidden">
      {children}
    </span>
  );
}
