import { movementLabels, onShelf } from '#features/inventory/inventory.schema.ts';
import { formatTime } from '#shared/dates.ts';
import { withThousands } from '#shared/thousands.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import {
  ScannedRow,
  ScannedTable,
  TypedUnits,
  Units,
  VariantCell,
} from '../../../components/console/counting/table-parts.tsx';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';

/** What a person does with a count in its row. */
interface CountChanges {
  setCounted(id: string, units: number): void;
  /** Chooses the count over what happened meanwhile. */
  choose(id: string): void;
  remove(id: string): void;
  /** Enter in a field of units. */
  onEnter(refused: string | null): void;
}

/** The counted units beside the expected ones. The last scan comes first. */
export function CountTable({ rows, changes }: { rows: CountedVariant[]; changes: CountChanges }) {
  return (
    <ScannedTable
      caption="Counted variants, the last scan first"
      columns={['Expected', 'Counted', 'Difference']}
    >
      {rows.map((row) => (
        <CountRow key={row._id} row={row} changes={changes} />
      ))}
    </ScannedTable>
  );
}

function CountRow({ row, changes }: { row: CountedVariant; changes: CountChanges }) {
  const { _id: id, sku, counted } = row;
  const expected = onShelf(row);
  const difference = counted - expected;
  return (
    <ScannedRow sku={sku} onRemove={() => changes.remove(id)}>
      <ProductCell row={row} onChoose={changes.choose} />
      <Units label="Expected">{withThousands(expected)}</Units>
      <TypedUnits
        column="Counted"
        label={`Counted units of ${sku}`}
        units={counted}
        onUnits={(units) => changes.setCounted(id, units)}
        onEnter={changes.onEnter}
      />
      <Units label="Difference" strong={difference !== 0}>
        {difference > 0 ? '+' : ''}
        {difference < 0 ? '−' : ''}
        {withThousands(Math.abs(difference))}
      </Units>
    </ScannedRow>
  );
}

function ProductCell({ row, onChoose }: { row: CountedVariant; onChoose: (id: string) => void }) {
  const { problem } = row;
  return (
    <VariantCell row={row}>
      <p className="text-ink-soft">{expectedParts(row)}</p>
      <Meanwhile row={row} onChoose={onChoose} />
      {problem ? (
        <p role="alert" className="font-medium text-danger">
          {problem}
        </p>
      ) : null}
    </VariantCell>
  );
}

/** What happened to the stock after the variant was counted here: both numbers, and the choice. */
function Meanwhile({ row, onChoose }: { row: CountedVariant; onChoose: (id: string) => void }) {
  const { _id: id, sku, meanwhile, counted } = row;
  if (!meanwhile) return null;
  return (
    <div role="alert" className="mt-1 font-medium text-danger">
      <p>
        {whatHappened(meanwhile)} after it was counted here:{' '}
        {meanwhile.shelf === undefined
          ? ''
          : `${withThousands(meanwhile.shelf)} on the shelf then, `}
        {withThousands(onShelf(row))} on the shelf now, {withThousands(counted)} counted here. Your
        count is not applied.
      </p>
      <Button
        type="button"
        aria-label={`Use my count of ${sku}`}
        className={`mt-1 ${DENSE_BUTTON}`}
        onClick={() => onChoose(id)}
      >
        Use my count
      </Button>
    </div>
  );
}

function whatHappened(meanwhile: NonNullable<CountedVariant['meanwhile']>): string {
  if (meanwhile.reason === null) return 'Units were sent, taken back or cancelled';
  const { reason, by, at } = meanwhile;
  return `${movementLabels[reason]} by ${by} on ${formatTime(at)},`;
}

/** The parts of the units on the shelf: '7 available, 3 to be shipped'. */
function expectedParts({ available, reserved, toShip }: CountedVariant): string {
  return [
    `${withThousands(available)} available`,
    reserved > 0 ? `${withThousands(reserved)} reserved` : '',
    toShip > 0 ? `${withThousands(toShip)} to be shipped` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
