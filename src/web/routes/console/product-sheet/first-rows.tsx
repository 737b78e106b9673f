import { useMemo } from 'react';
import type { SheetProduct } from '#features/product-management/bulk-edit.schema.ts';
import { useCategories } from '../../../components/console/use-categories.ts';
import { Button } from '../../../ui/button.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { useLeaveQuestion } from '../../../ui/use-unsaved-guard.ts';
import { EditedSheet } from './edited-sheet.tsx';
import { rowsOf } from './product-rows.ts';
import type { TypedCells } from './use-typed-cells.ts';
import type { useWholeSheet } from './use-whole-sheet.ts';

const NO_ERRORS = new Map();
const nothing = () => {};

/**
 * The first rows of a part while all of them are loaded, or after that failed. Nothing can be typed
 * into them. Leaving the page asks about what was typed in other parts.
 */
export function FirstRows({
  products,
  typed,
  failed,
}: {
  products: SheetProduct[];
  typed: TypedCells;
  failed: ReturnType<typeof useWholeSheet>['failed'];
}) {
  const names = useCategories();
  const categories = useMemo(() => names.map(({ name }) => name), [names]);
  const rows = useMemo(() => rowsOf(products), [products]);
  const base = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows]);
  const blocker = useLeaveQuestion(Object.keys(typed.current).length > 0);
  // Without script the rows stay, and can be read out.
  const isScripted = useHydrated();
  return (
    <>
      <LeaveDialog blocker={blocker} />
      {failed ? (
        <Notice tone="danger" className="mb-4">
          <p>The products could not be loaded. {failed.problem}</p>
          <Button type="button" className="mt-3" pending={failed.isTrying} onClick={failed.load}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {rows.length === 0 ? (
        <p hidden={failed !== null} className="scriptless:hidden">
          <Spinner label="The products are being loaded." />
        </p>
      ) : (
        <div inert={isScripted} className="space-y-3">
          <EditedSheet
            steps={{ base, rows, edit: nothing, undo: null, redo: null }}
            errors={NO_ERRORS}
            categories={categories}
            words={
              failed && !failed.isTrying
                ? 'Only the first rows are loaded.'
                : 'All rows are being loaded.'
            }
            isStart
            isChanged={false}
            isBusy={false}
            onPreview={nothing}
          />
        </div>
      )}
    </>
  );
}
