import type { RefObject } from 'react';
import {
  type StockSearch as Search,
  stockFilters,
  stockSorts,
} from '#features/inventory/stock-list.schema.ts';
import { FilterChoice } from '../../../components/console/filters/filter-fields.tsx';
import {
  ClearFilters,
  FilterForm,
  FilterSearch,
  FoldedFilterFields,
} from '../../../components/console/filters/filter-form.tsx';
import { useCategoryChoices } from '../../../components/console/use-categories.ts';
import { choiceParam } from '../../../pagination.ts';

/** Search, filters and sort of the list of stock. */
export function StockSearch({
  text,
  filter,
  category,
  sort,
  field,
}: Search & { field: RefObject<HTMLInputElement | null> }) {
  const categories = useCategoryChoices();
  const active = [category ?? '', choiceParam(filter, stockFilters)].filter(Boolean).length;
  return (
    <FilterForm
      label="Find stock"
      keeps={['show']}
      className="grid gap-3 compact:grid-cols-[minmax(15rem,1fr)_auto] compact:items-end"
    >
      <FilterSearch label="SKU, barcode, product name or brand" text={text} field={field} />
      <FoldedFilterFields active={active}>
        <FilterChoice
          label="Stock"
          name="stock"
          choices={Object.entries(stockFilters)}
          chosen={filter}
        />
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
        <ClearFilters isFiltered={active > 0 || text !== null} />
      </FoldedFilterFields>
    </FilterForm>
  );
}
