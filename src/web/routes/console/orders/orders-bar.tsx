import { Form } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useHydrated } from '../../../ui/use-hydrated.ts';

/** The id of the form that the orders' check boxes belong to. */
export const ORDERS_FORM = 'selected-orders';

/**
 * The actions for the selected orders. The bar stays at the bottom of the window. Without script
 * the selection is unknown here, so the bar is always shown.
 */
export function OrdersBar({ count, onClear }: { count: number; onClear: () => void }) {
  const isHidden = useHydrated() && count === 0;
  return (
    <Form
      method="post"
      id={ORDERS_FORM}
      preventScrollReset
      hidden={isHidden}
      aria-label="The selected orders"
      className={classNames(
        'sticky bottom-0 z-20 -mx-4 border-t border-line bg-surface px-4 py-2 shadow-panel lg:-mx-6 lg:px-6',
        isHidden ? 'hidden' : 'flex flex-wrap items-center gap-2',
      )}
    >
      <p className="mr-auto text-sm font-semibold tabular-nums scriptless:hidden">
        {count} selected
        <Button
          type="button"
          look="quiet"
          className={`ml-1 font-normal ${DENSE_BUTTON}`}
          onClick={onClear}
        >
          Clear
        </Button>
      </p>
      <Print what="slips">Packing slips</Print>
      <Print what="pick">Pick list</Print>
      <Button name="intent" value="ask" look="solid" className={`px-3 ${DENSE_BUTTON}`}>
        Fulfill
      </Button>
    </Form>
  );
}

/** Opens a page to print, with the same selection. */
function Print({ what, children }: { what: 'slips' | 'pick'; children: string }) {
  return (
    <Button
      formMethod="get"
      formAction="/admin/orders/print"
      name="what"
      value={what}
      className={`px-3 ${DENSE_BUTTON}`}
    >
      {children}
    </Button>
  );
}
