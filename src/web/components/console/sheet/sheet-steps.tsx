import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { IconButton } from '../../../ui/button.tsx';

/** Undo and redo, by default of a sheet. A function is null when there is nothing to undo or redo. */
export function SheetSteps({
  of = 'in the grid',
  onUndo,
  onRedo,
}: {
  /** What is undone and redone, for the names of the buttons. */
  of?: string;
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
}) {
  return (
    <div className="flex scriptless:hidden">
      <IconButton small label={`Undo ${of}`} disabled={!onUndo} onClick={() => onUndo?.()}>
        <Undo aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton small label={`Redo ${of}`} disabled={!onRedo} onClick={() => onRedo?.()}>
        <Redo aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
