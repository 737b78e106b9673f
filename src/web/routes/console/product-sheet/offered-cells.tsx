import { counted } from '#shared/counted.ts';
import { OfferedChanges } from '../../../components/console/offered-changes.tsx';
import type { ProductRow } from './product-rows.ts';
import type { useStoredCells } from './use-stored-cells.ts';

/** Offers the cells that were stored before the sheet was opened. */
export function OfferedCells({
  at,
  edits,
  outdated,
  closeOffer,
  timeZone,
  onTake,
}: ReturnType<typeof useStoredCells> & {
  timeZone: string;
  onTake: (edits: Map<string, ProductRow>) => void;
}) {
  if (edits.size === 0) return null;
  return (
    <OfferedChanges
      at={at}
      timeZone={timeZone}
      note={
        outdated > 0
          ? `${counted(outdated, 'cell')} changed in the shop since, and will be left out.`
          : null
      }
      onTake={() => {
        onTake(edits);
        closeOffer(false);
      }}
      onDrop={() => closeOffer(true)}
    />
  );
}
