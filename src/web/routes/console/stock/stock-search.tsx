import { useId } from 'react';
import {
  type StockSearch as Search,
  stockFilters,
  stockSorts,
} from '#features/inventory/stock-list.schema.ts';
import { categoryNames } from '#shared/shop-config.ts';
import { shop } from '#shop-config';
import { LONGEST_TEXT } from '../../../list-window.ts';
import { useAddressForm } from '../../../ui/use-address-form.ts';

const control =
  'h-11 min-w-0 rounded-control border border-line-strong bg-surface px-2 text-base md:h-9 md:text-sm';

const allCategories = Object.fromEntries(categoryNames(shop).map((name) => [name, name]));

/** Search, filters and sort of the list, whose state is the address. */
export function StockSearch({ text, filter, category, sort }: Search) {
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label="Find stock"
        className="flex flex-wrap items-center gap-2"
      >
        <input
          type="search"
          name="q"
          aria-label="SKU, barcode or product name"
          placeholder="SKU, barcode or product name"
          defaultValue={text ?? ''}
          maxLength={LONGEST_TEXT}
          enterKeyHint="search"
          className={`${control} basis-64 grow`}
        />
        <Choice label="Stock" name="stock" choices={stockFilters} chosen={filter} />
        <Choice
          label="Category"
          name="category"
          choices={{ '': 'All', ...allCategories }}
          chosen={category ?? ''}
        />
        <Choice label="Sort by" name="sort" choices={stockSorts} chosen={sort} />
        <button
          type="submit"
          className="h-11 rounded-control border border-line-strong px-3 text-sm font-semibold hover:bg-tint md:h-9"
        >
          Search
        </button>
      </form>
    </search>
  );
}

function Choice({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  /** For the first one, the default, no parameter is sent. */
  choices: Record<string, string>;
  chosen: string;
}) {
  const id = useId();
  const [usual] = Object.keys(choices);
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <label htmlFor={id} className="text-sm text-ink-soft">
        {label}
      </label>
      <select id={id} name={name} defaultValue={chosen === usual ? '' : chosen} className={control}>
        {Object.entries(choices).map(([value, words]) => (
          <option key={value} value={value === usual ? '' : value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
