import { useId } from 'react';
import {
  type StockSearch as Search,
  stockFilters,
  stockSorts,
} from '#features/inventory/stock-list.schema.ts';
import { useCategoryChoices } from '../../../components/console/use-categories.ts';
import { LONGEST_TEXT } from '../../../list-window.ts';
import { useAddressForm } from '../../../ui/use-address-form.ts';

const control =
  'h-11 min-w-0 rounded-control border border-line-strong bg-surface px-2 text-base md:h-9 md:text-sm';

/** Search, filters and sort of the list, whose state is the address. */
export function StockSearch({ text, filter, category, sort }: Search) {
  const categories = useCategoryChoices();
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
        <Choice label="Stock" name="stock" choices={Object.entries(stockFilters)} chosen={filter} />
        <Choice label="Category" name="category" choices={categories} chosen={category ?? ''} />
        <Choice label="Sort by" name="sort" choices={Object.entries(stockSorts)} chosen={sort} />
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
  choices: [value: string, label: string][];
  chosen: string;
}) {
  const id = useId();
  const [usual] = choices[0] ?? [];
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <label htmlFor={id} className="text-sm text-ink-soft">
        {label}
      </label>
      <select id={id} name={name} defaultValue={chosen === usual ? '' : chosen} className={control}>
        {choices.map(([value, words]) => (
          <option key={value} value={value === usual ? '' : value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
