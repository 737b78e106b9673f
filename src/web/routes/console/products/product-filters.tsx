import type { RefObject } from 'react';
import {
  type StaffFilter,
  type StaffSort,
  staffSorts,
  stockLevels,
} from '#features/product-management/staff-list.schema.ts';
import { LONGEST_PRODUCT_TAG } from '#shared/tags.ts';
import { DENSE_CONTROL } from '../../../components/console/dense.ts';
import {
  FilterAmounts,
  FilterCheck,
  FilterChoice,
  FilterField,
} from '../../../components/console/filters/filter-fields.tsx';
import {
  ClearFilters,
  FilterForm,
  FilterSearch,
  FoldedFilterFields,
} from '../../../components/console/filters/filter-form.tsx';
import { useCategoryChoices } from '../../../components/console/use-categories.ts';
import { ValueInput } from '../../../components/console/value-input.tsx';

const searched = {
  label: 'Name, brand, SKU or barcode',
  placeholder: 'Name, brand, SKU, barcode',
};

/** Search, filters and sort of the table of products. */
export function ProductFilters({
  filter,
  sort,
  search,
}: {
  filter: StaffFilter;
  sort: StaffSort;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
}) {
  const { text, status, category, stock, missingImage, tag } = filter;
  const active = countActive(filter);
  return (
    <FilterForm label="Find products" keeps={['status', 'columns', 'show']}>
      <FilterSearch {...searched} text={text} field={search} />
      <FoldedFilterFields active={active}>
        <FilterChoice
          label="Category"
          name="category"
          choices={useCategoryChoices()}
          chosen={category ?? ''}
        />
        <FilterChoice
          label="Stock"
          name="stock"
          choices={Object.entries(stockLevels)}
          chosen={stock}
        />
        <FilterAmounts label="Price" />
        <FilterField label="Tag" width="lg:w-32">
          {(id) => (
            <ValueInput
              id={id}
              kind="tag"
              name="tag"
              defaultValue={tag ?? ''}
              maxLength={LONGEST_PRODUCT_TAG}
              className={DENSE_CONTROL}
            />
          )}
        </FilterField>
        <FilterChoice
          label="Sort by"
          name="sort"
          choices={Object.entries(staffSorts)}
          chosen={sort}
        />
        <FilterCheck label="Missing image" name="image" value="missing" isOn={missingImage} />
        <ClearFilters
          isFiltered={active > 0 || text !== null}
          to={status ? `?status=${status}` : '?'}
        />
      </FoldedFilterFields>
    </FilterForm>
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
