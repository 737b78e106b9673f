// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import X from 'lucide-react/icons/x';
import { withThousands } from '#shared/thousands.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import {
  Header,
  NarrowLabel,
  Units,
  UnitsField,
  VariantCell,
} from '../../../components/console/counting/table-parts.tsx';
import { IconButton } from '../../../ui/button.tsx';

interface RowChanges {
  setUnits(id: string, units: number): void;
  remove(id: string): void;
  /** Enter in a field of units. */
  onEnter(refused: string | null): void;
}

/** The delivered units beside those on hand when they were scanned. The last scan comes first. */
export function ReceiveTable({ rows, changes }: { rows: CountedVariant[]; changes: RowChanges }) {
  return (
    <table role="table" className="mt-4 block w-full border-collapse text-sm md:table">
      <caption className="sr-only">Delivered variants, the last scan first</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:table-row">
          <Header>Product</Header>
          <Header isNumeric>On hand</Header>
          <Header isNumeric>Delivered</Header>
          <Header isNumeric>After it</Header>
          <th role="columnheader" scope="col" className="border-b border-line-strong">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row) => (
          <ReceiveRow key={row._id} row={row} changes={changes} />
        ))}
      </tbody>
    </table>
  );
}

function ReceiveRow({ row, changes }: { row: CountedVariant; changes: RowChanges }) {
  const { _id: id, sku, counted: units, onHand } = row;
  return (
    <tr
      role="row"
      className="grid grid-cols-[1fr_auto_1fr_auto] items-end gap-x-4 gap-y-1 border-b border-line py-3 md:table-row md:py-0"
    >
      <VariantCell row={row} />
      <Units label="On hand">{withThousands(onHand)}</Units>
      <td role="cell" className="md:py-0.5 md:pl-2 md:text-right">
        <NarrowLabel>Delivered</NarrowLabel>
        <UnitsField
          label={`Delivered units of ${sku}`}
          units={units}
          onUnits={(number) => changes.setUnits(id, number)}
          onEnter={changes.onEnter}
        />
      </td>
      <Units label="After it" strong>
        {withThousands(onHand + units)}
      </Units>
      <td role="cell" className="text-right md:py-0.5 md:pl-1">
        <IconButton small label={`Leave out ${sku}`} onClick={() => changes.remove(id)}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </td>
    </tr>
  );
}
