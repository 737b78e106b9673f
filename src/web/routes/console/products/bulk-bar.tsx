import { useState } from 'react';
import { Form, useLocation } from 'react-router';
import { LONGEST_TAG } from '#shared/tags.ts';
import { withThousands } from '#shared/thousands.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { useCategories } from '../../../components/console/use-categories.ts';
import { viewParams } from '../../../components/console/views/view-params.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { joinIds, SELECTED } from './selected-ids.ts';

/** The id of the form that the products' check boxes belong to. */
export const BULK_FORM = 'bulk';

/**
 * The actions for the selected products. The bar stays at the bottom of the window. Each button
 * leads to a question. Without script the selection is unknown here, so the bar is always shown.
 */
export function BulkBar({
  selected,
  elsewhere,
  problem,
  matching,
  onClear,
}: {
  selected: ReadonlySet<string>;
  /** How many of them this page of the list does not show. */
  elsewhere: number;
  /** Why the last products were not selected. */
  problem: string | null;
  /** All that fit the filters, such as '1,000+ products'; null if the page shows them all. */
  matching: string | null;
  onClear: () => void;
}) {
  const [isAll, setAll] = useState(false);
  const { search } = useLocation();
  return (
    <Form
      method="post"
      id={BULK_FORM}
      preventScrollReset
      aria-label="Change the selected products"
      className={classNames(
        'sticky bottom-0 z-20 -mx-4 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 shadow-panel lg:-mx-6 lg:px-6',
        selected.size === 0 && !isAll ? 'hidden scriptless:flex' : 'flex',
      )}
    >
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name={SELECTED} value={joinIds(selected)} />
      <SelectedCount
        count={isAll ? null : selected.size}
        elsewhere={elsewhere}
        onClear={() => {
          setAll(false);
          onClear();
        }}
      />
      {problem === null ? null : (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      {matching === null ? null : <AllChoice matching={matching} isAll={isAll} onChange={setAll} />}
      <ButtonLink
        to={`/admin/products/sheet?${isAll ? viewParams(search) : sheetParams(selected)}`}
        className={`px-3 scriptless:hidden ${DENSE_BUTTON}`}
      >
        Edit in a sheet
      </ButtonLink>
      <Choice value="active">Activate</Choice>
      <Choice value="draft">Set to draft</Choice>
      <Choice value="archived">Archive</Choice>
      <MoreChoices />
    </Form>
  );
}

function SelectedCount({
  count,
  elsewhere,
  onClear,
}: {
  /** Null for all that match. */
  count: number | null;
  elsewhere: number;
  onClear: () => void;
}) {
  return (
    <p className="mr-auto text-sm font-semibold tabular-nums scriptless:hidden">
      {count === null ? 'All' : withThousands(count)} selected
      {count === null || elsewhere === 0 ? null : (
        <span className="font-normal"> ({withThousands(elsewhere)} not on this page)</span>
      )}
      <Button
        type="button"
        look="quiet"
        className={`ml-1 font-normal ${DENSE_BUTTON}`}
        onClick={onClear}
      >
        Clear
      </Button>
    </p>
  );
}

/** The most products that an address names. The sheet finds more in the tab. */
const MOST_IN_ADDRESS = 50;

function sheetParams(selected: ReadonlySet<string>): URLSearchParams {
  const ids = [...selected];
  return ids.length > MOST_IN_ADDRESS
    ? new URLSearchParams({ selected: 'yes' })
    : new URLSearchParams(ids.map((id) => ['id', id]));
}

function AllChoice(props: { matching: string; isAll: boolean; onChange: (on: boolean) => void }) {
  const { matching, isAll, onChange } = props;
  return (
    <label className="flex min-h-6 items-center gap-2 text-sm">
      <input
        type="checkbox"
        name="all"
        value="yes"
        checked={isAll}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      Select all {matching} that match
    </label>
  );
}

function MoreChoices() {
  const categories = useCategories();
  return (
    <details className="unfolds-wide">
      <summary className="min-h-11 px-2 py-3 text-sm font-semibold">More</summary>
      <div className="flex flex-wrap gap-2">
        <div className="flex gap-1">
          <select name="category" aria-label="New category" className={`w-32! ${DENSE_CONTROL}`}>
            {categories.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
          </select>
          <Choice value="category">Set category</Choice>
        </div>
        <div className="flex gap-1">
          <input
            name="tag"
            aria-label="New tag"
            placeholder="Tag"
            maxLength={LONGEST_TAG}
            autoComplete="off"
            className={`w-32! ${DENSE_CONTROL}`}
          />
          <Choice value="tag">Add tag</Choice>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <input
            name="percent"
            aria-label="Change of prices in percent"
            placeholder="Percent, such as -10"
            maxLength={10}
            autoComplete="off"
            className={`w-44! ${DENSE_CONTROL}`}
          />
          <label className="flex min-h-6 items-center gap-1 text-sm whitespace-nowrap">
            <input type="checkbox" name="to99" value="yes" className="size-4 accent-accent" />
            Round to .99
          </label>
          <Choice value="percent">Change prices</Choice>
        </div>
      </div>
    </details>
  );
}

function Choice({ value, children }: { value: string; children: string }) {
  return (
    <Button name="change" value={value} className={`px-3 ${DENSE_BUTTON}`}>
      {children}
    </Button>
  );
}
