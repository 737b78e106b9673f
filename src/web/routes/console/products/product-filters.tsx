import ChevronDown from 'lucide-react/icons/chevron-down';
import type { RefObject } from 'react';
import { useSearchParams } from 'react-router';
import {
  type StaffFilter,
  type StaffSort,
  staffSorts,
  stockLevels,
} from '#features/product-management/staff-list.schema.ts';
import { toDecimalText } from '#shared/money.ts';
import { LONGEST_TAG } from '#shared/tags.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { FilterChoice } from '../../../components/console/filter-choice.tsx';
import { useCategoryChoices } from '../../../components/console/use-categories.ts';
import { choiceParam, LONGEST_TEXT } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';

/** Search, filters and sort of the product table: a form whose state is the address. */
export function ProductFilters({
  filter,
  sort,
  isLarge,
  search,
}: {
  filter: StaffFilter;
  sort: StaffSort;
  /** Whether the large page is shown. */
  isLarge: boolean;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
}) {
  const active = countActive(filter);
  const columns = useSearchParams()[0].get('columns');
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label="Find products"
        className="grid gap-3 py-3 compact:gap-1.5 compact:py-1.5"
      >
        {filter.status ? <input type="hidden" name="status" value={filter.status} /> : null}
        {columns === null ? null : <input type="hidden" name="columns" value={columns} />}
        {isLarge ? <input type="hidden" name="show" value="100" /> : null}
        <div className="flex gap-2">
          <label htmlFor="product-search" className="sr-only">
            Name, SKU or barcode
          </label>
          <input
            ref={search}
            id="product-search"
            type="search"
            name="q"
            defaultValue={filter.text ?? ''}
            maxLength={LONGEST_TEXT}
            placeholder="Name, SKU or barcode"
            enterKeyHint="search"
            aria-keyshortcuts="/"
            className={DENSE_CONTROL}
          />
          <Button className={`shrink-0 ${DENSE_BUTTON}`}>Search</Button>
        </div>
        <details className="unfolds-wide max-lg:-mt-2">
          <summary className="flex min-h-11 items-center gap-1.5 text-sm font-semibold">
            Filters{active > 0 ? ` (${active})` : ''}
            <ChevronDown aria-hidden="true" className="size-4" />
          </summary>
          <FilterFields
            filter={filter}
            sort={sort}
            isFiltered={active > 0 || filter.text !== null}
          />
        </details>
      </form>
    </search>
  );
}

/** How many of the folded filters are set. */
function countActive(filter: StaffFilter): number {
  const { category, stock, missingImage, price, tag } = filter;
  const { minMinor, maxMinor } = price;
  const level = stock === 'any' ? null : stock;
  const set = [category, tag, minMinor, maxMinor, missingImage || null, level];
  return set.filter((value) => value !== null).length;
}

function FilterFields({
  filter,
  sort,
  isFiltered,
}: {
  filter: StaffFilter;
  sort: StaffSort;
  isFiltered: boolean;
}) {
  const { minMinor, maxMinor } = filter.price;
  const categories = useCategoryChoices();
  const amount = (minor: number | null) => (minor === null ? '' : toDecimalText(minor));
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:flex lg:flex-wrap">
      <FilterChoice
        label="Category"
        name="category"
        choices={categories}
        chosen={filter.category ?? ''}
      />
      <FilterChoice
        label="Stock"
        name="stock"
        choices={Object.entries(stockLevels)}
        chosen={choiceParam(filter.stock, stockLevels)}
      />
      <Words label="Price from" name="min" value={amount(minMinor)} isAmount />
      <Words label="Price to" name="max" value={amount(maxMinor)} isAmount />
      <Words label="Tag" name="tag" value={filter.tag ?? ''} />
      <FilterChoice
        label="Sort by"
        name="sort"
        choices={Object.entries(staffSorts)}
        chosen={choiceParam(sort, staffSorts)}
      />
      <label className="flex min-h-11 items-center gap-2 text-sm whitespace-nowrap lg:min-h-9 compact:min-h-7">
        <input
          type="checkbox"
          name="image"
          value="missing"
          defaultChecked={filter.missingImage}
          key={String(filter.missingImage)}
          className="size-4 accent-accent"
        />
        Missing image
      </label>
      {isFiltered ? (
        <Link
          to={filter.status ? `?status=${filter.status}` : '?'}
          className="link flex min-h-11 items-center text-sm lg:min-h-9 compact:min-h-7"
        >
          Clear filters
        </Link>
      ) : null}
    </div>
  );
}

function Words({
  label,
  name,
  value,
  isAmount = false,
}: {
  label: string;
  name: string;
  value: string;
  isAmount?: boolean;
}) {
  return (
    <div className={isAmount ? 'min-w-0 lg:w-24' : 'min-w-0 lg:w-32'}>
      <label htmlFor={`filter-${name}`} className={DENSE_LABEL}>
        {label}
      </label>
      <input
        id={`filter-${name}`}
        name={name}
        defaultValue={value}
        inputMode={isAmount ? 'decimal' : undefined}
        maxLength={isAmount ? 14 : LONGEST_TAG}
        className={DENSE_CONTROL}
      />
    </div>
  );
}
