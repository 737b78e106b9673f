import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useId } from 'react';
import type {
  ProductFilter,
  ProductOptions,
  ProductSort,
} from '#features/catalog/catalog.schema.ts';
import { ColourDot } from '../../../components/product/colour-swatch.tsx';
import { productSorts } from '../../../components/product/product-sorts.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { LabelledSelect } from '../../../ui/labelled-select.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';

/**
 * Size, colour, price, stock and the order of a category, as one form. The filters stand beside the
 * products where there is room and fold away where there is not.
 */
export function FilterForm({
  options,
  filter,
  sort,
  active,
}: {
  options: ProductOptions;
  filter: ProductFilter;
  sort: ProductSort;
  /** How many filters are set. */
  active: number;
}) {
  return (
    <form {...useAddressForm()} aria-label="Filter and sort" className="contents">
      <details className="unfolds-wide col-start-1 open:col-span-2 lg:sticky lg:top-20 lg:row-span-2 lg:open:col-span-1">
        <summary className="flex min-h-11 list-none items-center justify-center gap-2 rounded-control border border-line-strong px-4 font-semibold hover:bg-tint [&::-webkit-details-marker]:hidden">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Filters
          {active > 0 ? <span className="tabular-nums">({active})</span> : null}
        </summary>
        <div className="grid gap-7 rounded-card border border-line bg-surface p-5 max-lg:mt-3 lg:-m-1 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:border-0 lg:bg-transparent lg:p-1 lg:[scrollbar-width:thin]">
          {options.sizes.length > 0 ? (
            <ChoiceChips
              legend="Size"
              name="size"
              choices={options.sizes.map((value) => ({ value, label: value }))}
              chosen={filter.sizes}
            />
          ) : null}
          <PriceRange options={options} filter={filter} />
          <label className="flex min-h-8 cursor-pointer items-center gap-3 text-[0.9375rem]">
            <input
              type="checkbox"
              name="stock"
              value="in"
              defaultChecked={filter.inStock}
              className="size-5 accent-accent"
            />
            In stock only
          </label>
          {options.colours.length > 0 ? (
            <ChoiceChips
              legend="Colour"
              name="colour"
              choices={options.colours.map((value) => ({
                value,
                label: (
                  <>
                    <ColourDot name={value} />
                    {value}
                  </>
                ),
              }))}
              chosen={filter.colours}
            />
          ) : null}
          <div className="hidden scriptless:block">
            <Button look="solid">Show products</Button>
          </div>
        </div>
      </details>
      <div className="self-start lg:justify-self-end">
        <LabelledSelect
          label="Sort by"
          name="sort"
          options={productSorts}
          chosen={sort === 'newest' ? '' : sort}
          inline
        />
      </div>
    </form>
  );
}

function PriceRange({ options, filter }: { options: ProductOptions; filter: ProductFilter }) {
  return (
    <fieldset>
      <legend className="mb-2 text-[0.9375rem] font-semibold">Price in dollars</legend>
      <div className="flex items-end gap-2">
        <Amount
          label="From"
          name="min"
          minor={filter.minMinor}
          example={Math.floor((options.lowestMinor ?? 0) / 100)}
        />
        <Amount
          label="To"
          name="max"
          minor={filter.maxMinor}
          example={Math.ceil((options.highestMinor ?? 0) / 100)}
        />
      </div>
    </fieldset>
  );
}

function Amount({
  label,
  name,
  minor,
  example,
}: {
  label: string;
  name: string;
  minor: number | null;
  example: number;
}) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block text-sm text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        defaultValue={minor === null ? '' : minor / 100}
        placeholder={String(example)}
        className="control tabular-nums"
      />
    </div>
  );
}
