import type { RefObject } from 'react';
import {
  type StockSearch as Search,
  stockFilters,
  stockSorts,
} from '#features/inventory/stock-list.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { FilterChoice } from '../../../components/console/filter-choice.tsx';
import { useCategoryChoices } from '../../../components/console/use-categories.ts';
import { LONGEST_TEXT } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';

/** Search, filters and sort of the list, whose state is the address. */
export function StockSearch({
  text,
  filter,
  category,
  sort,
  field,
}: Search & { field: RefObject<HTMLInputElement | null> }) {
  const categories = useCategoryChoices();
  const filters = Object.entries(stockFilters);
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label="Find stock"
        className="grid gap-3 compact:grid-cols-[minmax(12rem,1fr)_auto] compact:items-end"
      >
        <div className="flex gap-2">
          <input
            ref={field}
            type="search"
            name="q"
            aria-label="SKU, barcode or product name"
            placeholder="SKU, barcode or product name"
            defaultValue={text ?? ''}
            maxLength={LONGEST_TEXT}
            enterKeyHint="search"
            className={DENSE_CONTROL}
          />
          <Button className={`shrink-0 ${DENSE_BUTTON}`}>Search</Button>
        </div>
        <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:flex lg:flex-wrap">
          <FilterChoice label="Stock" name="stock" choices={filters} chosen={filter} />
          <FilterChoice
            label="Category"
            name="category"
            choices={categories}
            chosen={category ?? ''}
          />
          <FilterChoice
            label="Sort by"
            name="sort"
            choices={Object.entries(stockSorts)}
            chosen={sort}
          />
        </div>
      </form>
    </search>
  );
}
