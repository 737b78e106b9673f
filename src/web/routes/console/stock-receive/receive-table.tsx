import { withThousands } from '#shared/thousands.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import {
  ScannedRow,
  ScannedTable,
  TypedUnits,
  Units,
  VariantCell,
} from '../../../components/console/counting/table-parts.tsx';

interface RowChanges {
  setUnits(id: string, units: number): void;
  remove(id: string): void;
  /** Enter in a field of units. */
  onEnter(refused: string | null): void;
}

/** The delivered units beside those on hand when they were scanned. The last scan comes first. */
export function ReceiveTable({ rows, changes }: { rows: CountedVariant[]; changes: RowChanges }) {
  return (
    <ScannedTable
      caption="Delivered variants, the last scan first"
      columns={['On hand', 'Delivered', 'After it']}
    >
      {rows.map((row) => (
        <ReceiveRow key={row._id} row={row} changes={changes} />
      ))}
    </ScannedTable>
  );
}

function ReceiveRow({ row, changes }: { row: CountedVariant; changes: RowChanges }) {
  const { _id: id, sku, counted: units, onHand } = row;
  return (
    <ScannedRow sku={sku} onRemove={() => changes.remove(id)}>
      <VariantCell row={row} />
      <Units label="On hand">{withThousands(onHand)}</Units>
      <TypedUnits
        column="Delivered"
        label={`Delivered units of ${sku}`}
        units={units}
        onUnits={(number) => changes.setUnits(id, number)}
        onEnter={changes.onEnter}
      />
      <Units label="After it" strong>
        {withThousands(onHand + units)}
      </Units>
    </ScannedRow>
  );
}
