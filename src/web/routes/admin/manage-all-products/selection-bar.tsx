import { Form } from 'react-router';
import { KeptParams } from '../../../components/kept-params.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';

/** The id of the form that the products' check boxes belong to, wherever they are in the page. */
export const SELECTION_FORM = 'selection';

/**
 * Removes the checked products, after a question. Without script the checked products can't be
 * counted, so the button always shows.
 */
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
