import { Form } from 'react-router';
import { KeptParams } from '../../../components/kept-params.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';

/** The form that the check boxes of the products belong to, wherever they stand. */
export const SELECTION_FORM = 'selection';

/** Removes what is ticked, after a question. Without script nobody counts, so the button is there. */
export function SelectionBar({
  count,
  all,
  onAll,
}: {
  count: number;
  all: boolean;
  onAll: (on: boolean) => void;
}) {
  const hydrated = useHydrated();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 scriptless:hidden">
        <input
          type="checkbox"
          checked={all}
          onChange={(event) => onAll(event.target.checked)}
          className="size-5 accent-accent"
        />
        Select all shown
      </label>
      <Form id={SELECTION_FORM} preventScrollReset className="scriptless:ml-auto">
        <KeptParams />
        <Button look="danger" disabled={hydrated && count === 0}>
          Remove selected
          <span className="tabular-nums scriptless:hidden">({count})</span>
        </Button>
      </Form>
    </div>
  );
}
