import { type ComponentType, useId } from 'react';
import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import {
  type FilterKind,
  type FilterName,
  type FilterOf,
  filterNames,
  type ProductFilter,
  productFilters,
} from '#features/catalog/product-list.schema.ts';
import { toDecimal } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { withThousands } from '#shared/thousands.ts';
import { ColorDot } from '../../../components/product/color-swatch.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';

interface Fields {
  options: ProductOptions;
  filter: ProductFilter;
  /** How many products a value would leave, by `size=M`, where that is known. */
  counts: Record<string, number> | undefined;
}

/** The fields of a category's filters. */
export function FilterFields(fields: Fields) {
  return filterNames.map((name) => {
    // TypeScript can't see that the field has the kind of this filter.
    const Field = fieldOf[productFilters[name].kind] as ComponentType<
      Fields & { name: FilterName }
    >;
    return <Field key={name} name={name} {...fields} />;
  });
}

function Options({ name, options, filter, counts }: Fields & { name: FilterOf<'options'> }) {
  const { params, legend } = productFilters[name];
  if (options[name].length === 0) return null;
  return (
    <ChoiceChips
      legend={legend}
      name={params[0]}
      choices={options[name].map((value) => ({
        value,
        label: (
          <>
            {name === 'colors' ? <ColorDot name={value} /> : null}
            {value}
            <Count of={counts?.[`${params[0]}=${value}`]} />
          </>
        ),
      }))}
      chosen={filter[name]}
    />
  );
}

function Count({ of: count }: { of: number | undefined }) {
  if (count === undefined) return null;
  return <span className="text-sm tabular-nums opacity-80">{withThousands(count)}</span>;
}

function Flag({ name, filter }: Fields & { name: FilterOf<'flag'> }) {
  const { params, value, legend } = productFilters[name];
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-3 text-[0.9375rem]">
      <input
        type="checkbox"
        name={params[0]}
        value={value}
        defaultChecked={filter[name]}
        className="size-5 accent-accent"
      />
      {legend}
    </label>
  );
}

function Range({ name, options, filter }: Fields & { name: FilterOf<'priceRange'> }) {
  const { params, legend } = productFilters[name];
  const { minMinor, maxMinor } = filter[name];
  return (
    <fieldset>
      <legend className="mb-2 text-[0.9375rem] font-semibold">
        {legend} in {moneyFormat.currency}
      </legend>
      <div className="flex items-end gap-2">
        <Amount
          label="From"
          name={params[0]}
          minor={minMinor}
          example={Math.floor(toDecimal(options.lowestMinor ?? 0))}
        />
        <Amount
          label="To"
          name={params[1]}
          minor={maxMinor}
          example={Math.ceil(toDecimal(options.highestMinor ?? 0))}
        />
      </div>
    </fieldset>
  );
}

const fieldOf: { [Kind in FilterKind]: ComponentType<Fields & { name: FilterOf<Kind> }> } = {
  options: Options,
  priceRange: Range,
  flag: Flag,
};

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
