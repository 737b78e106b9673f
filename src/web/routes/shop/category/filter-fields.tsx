import { useId } from 'react';
import type { ProductFilter, ProductOptions } from '#features/catalog/catalog.schema.ts';
import { toDecimal } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { ColorDot } from '../../../components/product/color-swatch.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';

/** Size, price, stock and color: what narrows a category. */
export function FilterFields({
  options,
  filter,
}: {
  options: ProductOptions;
  filter: ProductFilter;
}) {
  return (
    <>
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
      {options.colors.length > 0 ? (
        <ChoiceChips
          legend="Colour"
          name="color"
          choices={options.colors.map((value) => ({
            value,
            label: (
              <>
                <ColorDot name={value} />
                {value}
              </>
            ),
          }))}
          chosen={filter.colors}
        />
      ) : null}
    </>
  );
}

function PriceRange({ options, filter }: { options: ProductOptions; filter: ProductFilter }) {
  return (
    <fieldset>
      <legend className="mb-2 text-[0.9375rem] font-semibold">
        Price in {moneyFormat.currency}
      </legend>
      <div className="flex items-end gap-2">
        <Amount
          label="From"
          name="min"
          minor={filter.minMinor}
          example={Math.floor(toDecimal(options.lowestMinor ?? 0))}
        />
        <Amount
          label="To"
          name="max"
          minor={filter.maxMinor}
          example={Math.ceil(toDecimal(options.highestMinor ?? 0))}
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
        defaultValue={minor === null ? '' : toDecimal(minor)}
        placeholder={String(example)}
        className="control tabular-nums"
      />
    </div>
  );
}
