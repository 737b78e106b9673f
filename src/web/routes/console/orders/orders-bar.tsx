import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { clearTexts } from '../../../components/console/typed-texts.ts';
import { focusSelectedRow } from '../../../components/console/use-list-keys.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** The id of the form that the orders' check boxes belong to. */
export const ORDERS_FORM = 'selected-orders';

/**
 * The actions for the selected orders. The bar stays at the bottom of the window. Without script
 * the selection is unknown here, so the bar is always shown.
 */
export function OrdersBar({
  selected,
  onClear,
  tagging,
}: {
  selected: ReadonlySet<string>;
  onClear: () => void;
  /** The fields that change their tags. */
  tagging: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isShown = selected.size > 0;
  // What is typed into a bar that is hidden would still keep staff from leaving the page.
  useEffect(() => {
    const shown = form.current;
    return isShown ? () => clearTexts(shown) : undefined;
  }, [isShown]);
  return (
    <Form
      ref={form}
      method="post"
      id={ORDERS_FORM}
      data-bottom-bar
      preventScrollReset
      aria-label="The selected orders"
      className={classNames(
        'sticky bottom-0 z-20 -mx-4 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 shadow-panel lg:-mx-6 lg:px-6',
        isShown ? 'flex' : 'hidden scriptless:flex',
      )}
    >
      <p className="mr-auto text-sm font-semibold tabular-nums scriptless:hidden">
        {selected.size} selected
        <Button
          type="button"
          look="quiet"
          className={`ml-1 font-normal ${DENSE_BUTTON}`}
          onClick={() => {
            focusSelectedRow();
            onClear();
          }}
        >
          Clear
        </Button>
      </p>
      {/* Enter in one of its fields presses the first button of the form, so it comes first. */}
      {tagging}
      <Export selected={selected} />
      <Print what="slips">Packing slips</Print>
      <Print what="pick">Pick list</Print>
      <Button name="intent" value="ask-delivered" className={`px-3 ${DENSE_BUTTON}`}>
        Mark as delivered
      </Button>
      <Button name="intent" value="ask" look="solid" className={`px-3 ${DENSE_BUTTON}`}>
        Ship
      </Button>
    </Form>
  );
}

/** Downloads the selected orders. The page has their ids only with script. */
function Export({ selected }: { selected: ReadonlySet<string> }) {
  const address = '/api/v1/exports/orders.csv';
  const ids = [...selected].map((id) => ['order', id]);
  return (
    <>
      <ButtonLink
        to={`${address}?${new URLSearchParams([['filter', 'selection'], ...ids])}`}
        reloadDocument
        download
        className={`px-3 scriptless:hidden ${DENSE_BUTTON}`}
      >
        Export
      </ButtonLink>
      <span className="hidden scriptless:contents">
        <Button
          formMethod="get"
          formAction={address}
          name="filter"
          value="selection"
          className={`px-3 ${DENSE_BUTTON}`}
        >
          Export
        </Button>
      </span>
    </>
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
