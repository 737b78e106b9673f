import ChevronUp from 'lucide-react/icons/chevron-up';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { withThousands } from '#shared/thousands.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { ProductTagsInput } from '../../../components/console/tags-input.tsx';
import { clearTexts, TEXTS } from '../../../components/console/typed-texts.ts';
import { useCategories } from '../../../components/console/use-categories.ts';
import { focusSelectedRow } from '../../../components/console/use-list-keys.ts';
import { viewParams } from '../../../components/console/views/view-params.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isChanged } from '../../../ui/is-changed.ts';
import { joinIds, SELECTED } from './selected-ids.ts';

/** The id of the form that the products' check boxes belong to. */
export const BULK_FORM = 'bulk';

/**
 * The actions for the selected products. The bar stays at the bottom of the window. Each button
 * leads to a question. Without script the selection is unknown here, so the bar is always shown.
 */
export function BulkBar({
  list,
  selected,
  elsewhere,
  problem,
  matching,
  onClear,
}: {
  /** The filters of the list, as a text; null if nothing fits them. */
  list: string | null;
  selected: ReadonlySet<string>;
  /** How many of the selected products this page of the list does not show. */
  elsewhere: number;
  /** Why the last products were not selected. */
  problem: string | null;
  /** All that fit the filters, such as '1,000+ products'; null if the page shows them all. */
  matching: string | null;
  onClear: () => void;
}) {
  const { isAll, setAll, isIdle, ...handlers } = useBar(list, selected.size);
  const { search } = useLocation();
  const ids = joinIds(selected);
  const clear = () => {
    setAll(false);
    onClear();
  };
  return (
    <>
      <ExportForm ids={ids} />
      <Form
        method="post"
        id={BULK_FORM}
        data-bottom-bar
        preventScrollReset
        aria-label="Change the selected products"
        className={classNames(
          'sticky bottom-0 z-20 -mx-4 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 shadow-panel lg:-mx-6 lg:px-6',
          isIdle ? 'hidden' : 'flex',
          isIdle && list !== null && 'scriptless:flex',
        )}
        {...handlers}
      >
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name={SELECTED} value={ids} />
        <SelectedCount count={isAll ? null : selected.size} elsewhere={elsewhere} onClear={clear} />
        <Problem text={problem} />
        <Actions>
          {matching === null ? null : (
            <AllChoice matching={matching} isAll={isAll} onChange={setAll} />
          )}
          {isAll ? <SheetChoice params={viewParams(search)} /> : null}
          {selected.size > 0 && !isAll ? <SheetChoice params={sheetParams(selected)} /> : null}
          <StatusChoices />
          {isAll ? null : <Export />}
          <MoreChoices />
        </Actions>
      </Form>
    </>
  );
}

/**
 * Whether all products that fit are selected, and whether a text was typed. Other filters take the
 * selection, but nothing that was typed.
 */
function useBar(list: string | null, count: number) {
  const [allOf, setAllOf] = useState<string | null>(null);
  const [typed, setTyped] = useState(false);
  const isAll = list !== null && allOf === list;
  return {
    isAll,
    setAll: (on: boolean) => setAllOf(on ? list : null),
    isIdle: count === 0 && !isAll && !typed,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
      setTyped([...currentTarget.querySelectorAll(TEXTS)].some(isChanged)),
    onSubmit: ({ currentTarget }: FormEvent<HTMLFormElement>) => foldActions(currentTarget),
  };
}

/** All that the bar does; on narrow screens a menu above it, so that the bar covers only a line. */
function Actions({ children }: { children: ReactNode }) {
  return (
    <details className="unfolds-inline ml-auto" onKeyDown={foldByEscape}>
      <summary className="control flex min-h-11 w-auto cursor-pointer list-none items-center gap-1.5 font-semibold">
        Actions
        <ChevronUp aria-hidden="true" className="size-4 in-open:rotate-180" />
      </summary>
      <div className="max-lg:absolute max-lg:inset-x-0 max-lg:bottom-full max-lg:flex max-lg:max-h-[60dvh] max-lg:flex-wrap max-lg:items-center max-lg:gap-2 max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-4 lg:contents">
        {children}
      </div>
    </details>
  );
}

const foldActions = (form: HTMLFormElement) =>
  form.querySelector('details')?.removeAttribute('open');

function foldByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
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
        onClick={({ currentTarget }) => {
          clearTexts(currentTarget.form);
          focusSelectedRow();
          onClear();
        }}
      >
        Clear
      </Button>
    </p>
  );
}

const EXPORT = { method: 'post', encType: 'multipart/form-data' } as const;
const EXPORT_PATH = '/api/v1/exports/products.csv';
const EXPORT_FORM = 'export-products';

/**
 * Downloads the selected products; 'Export products' has all that match. With script it belongs to a
 * form of its own, because the browser itself has to send it.
 */
function Export() {
  const look = `px-3 ${DENSE_BUTTON}`;
  return (
    <>
      <Button form={EXPORT_FORM} className={`scriptless:hidden ${look}`}>
        Export
      </Button>
      <span className="hidden scriptless:contents">
        <Button
          formMethod={EXPORT.method}
          formEncType={EXPORT.encType}
          formAction={EXPORT_PATH}
          className={look}
        >
          Export
        </Button>
      </span>
    </>
  );
}

/** The form of that button, which is outside of the other one. */
function ExportForm({ ids }: { ids: string }) {
  return (
    <form id={EXPORT_FORM} {...EXPORT} action={EXPORT_PATH} hidden>
      <input type="hidden" name={SELECTED} value={ids} />
    </form>
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

function SheetChoice({ params }: { params: string | URLSearchParams }) {
  return (
    <ButtonLink
      to={`/admin/products/sheet?${params}`}
      className={`px-3 scriptless:hidden ${DENSE_BUTTON}`}
    >
      Edit in a sheet
    </ButtonLink>
  );
}

function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p role="alert" className="text-sm text-danger">
      {text}
    </p>
  );
}

function StatusChoices() {
  return (
    <>
      <Choice value="active">Activate</Choice>
      <Choice value="draft">Set to draft</Choice>
      <Choice value="archived">Archive</Choice>
    </>
  );
}

function AllChoice(props: { matching: string; isAll: boolean; onChange: (on: boolean) => void }) {
  const { matching, isAll, onChange } = props;
  return (
    <CheckBox
      name="all"
      value="yes"
      checked={isAll}
      onChange={({ target }) => onChange(target.checked)}
      label={`Select all ${matching} that match`}
    />
  );
}

function MoreChoices() {
  const categories = useCategories();
  return (
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
        <ProductTagsInput
          name="tag"
          aria-label="Tag to add or remove, with commas between several"
          placeholder="Tags"
          className={`w-24! sm:w-32! ${DENSE_CONTROL}`}
        />
        <Choice value="tag">Add tag</Choice>
        <Choice value="untag">Remove tag</Choice>
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
        <CheckBox name="to99" value="yes" label="Round to .99" />
        <Choice value="percent">Change prices</Choice>
      </div>
    </div>
  );
}

function Choice({ value, children }: { value: string; children: string }) {
  return (
    <Button name="change" value={value} className={`px-3 ${DENSE_BUTTON}`}>
      {children}
    </Button>
  );
}
