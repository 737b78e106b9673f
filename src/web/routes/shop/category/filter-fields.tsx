import { type ComponentType, type FormEvent, type ReactNode, useId, useState } from 'react';
import {
  type FilterKind,
  type FilterName,
  type FilterOf,
  filterNames,
  type ProductFilter,
  productFilters,
} from '#features/catalog/product-list.schema.ts';
import { counted } from '#shared/counted.ts';
import { toDecimal } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { withThousands } from '#shared/thousands.ts';
import { ColorDot } from '../../../components/product/color-swatch.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import type { PriceSliderProps } from './price-slider.tsx';
import type { ListOptions, ValueCounts } from './view-options.ts';

interface Fields {
  options: ListOptions;
  filter: ProductFilter;
  /** Null until its script has loaded. */
  Slider: ComponentType<PriceSliderProps> | null;
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

/** The values of an option. The colors of a long list are inside their families. */
function Options({ name, options, filter }: Fields & { name: FilterOf<'options'> }) {
  const { legend } = productFilters[name];
  if (options[name].length === 0) return null;
  const isColor = name === 'colors';
  const families = isColor ? options.families : [];
  const familyNames = families.map((family) => family.name);
  const chips = (values: string[], of: FilterOf<'options' | 'groups'> = name) => (
    <ChoiceChips
      name={productFilters[of].params[0]}
      values={values}
      chosen={filter[of]}
      label={(value) => (
        <>
          {isColor ? <ColorDot name={value} /> : null}
          {value}
          <Count
            of={options.counts[of]}
            at={(of === 'families' ? familyNames : options[of]).indexOf(value)}
          />
        </>
      )}
    />
  );
  return (
    <FieldGroup legend={legend}>
      {/* One shade is the family itself, so it is there only if it was chosen. */}
      {families.map(({ name: family, colors }) => {
        const isOpen = colors.some((color) => filter.colors.includes(color));
        return (
          <div key={family} onChange={chooseOneKind} className="relative mb-2 min-h-10">
            <div className="absolute">{chips([family], 'families')}</div>
            {isOpen || colors.length > 1 ? (
              <details open={isOpen}>
                <summary className="ml-auto w-fit py-2.5 text-sm text-ink-soft hover:text-ink">
                  {counted(colors.length, 'shade')}
                  <span className="sr-only"> of {family}</span>
                </summary>
                <div className="pt-2 pl-3">{chips(colors)}</div>
              </details>
            ) : null}
          </div>
        );
      })}
      {chips(options[name].filter((value) => !families.some((one) => one.colors.includes(value))))}
    </FieldGroup>
  );
}

/** Choosing a shade unchecks its family, and choosing a family unchecks its shades. */
function chooseOneKind({ target, currentTarget }: FormEvent<HTMLElement>) {
  for (const one of currentTarget.querySelectorAll('input')) {
    if (one.name !== (target as HTMLInputElement).name) one.checked = false;
  }
}

function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[0.9375rem] font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

/**
 * How many products a value would leave. In the font of the system, so that the number keeps its
 * width when the shop's font arrives.
 */
function Count({ of: counts, at }: { of: ValueCounts | undefined; at: number }) {
  const count = counts?.numbers[at] ?? -1;
  if (count < 0) return null;
  // The space separates it from the value where it is read aloud.
  return <span className="count">{` ${withThousands(count)}${counts?.more ? '+' : ''}`}</span>;
}

function Flag({ name, options, filter }: Fields & { name: FilterOf<'flag'> }) {
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
      <Count of={options.counts[name]} at={0} />
    </label>
  );
}

function Range({ name, options, filter, Slider }: Fields & { name: FilterOf<'priceRange'> }) {
  const { params, legend } = productFilters[name];
  const { minMinor, maxMinor } = filter[name];
  const { bars, stops } = options;
  return (
    <FieldGroup legend={`${legend} in ${moneyFormat.currency}`}>
      {bars ? (
        <div className="relative mb-2 px-3 pb-3 text-line-strong">
          <svg
            viewBox="0 0 100 40"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-10 w-full border-b-2 rtl:-scale-x-100"
          >
            <path fill="currentColor" d={bars} />
          </svg>
          {Slider ? <Slider bars={bars} stops={stops} /> : null}
        </div>
      ) : null}
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
    </FieldGroup>
  );
}

/**
 * The values of a trait, folded until one is chosen, and then no more: the focus is inside. A single
 * value leaves nothing to choose.
 */
function Traits({ name, options, filter }: Fields & { name: FilterOf<'traits'> }) {
  const {
    params: [param],
    legend,
  } = productFilters[name];
  const chosen = filter[name];
  const [isOpen, setIsOpen] = useState(chosen.length > 0);
  if (chosen.length > 0 && !isOpen) setIsOpen(true);
  const values = [...new Set([...options[name], ...chosen])];
  if (values.length < 2 && chosen.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary className="py-1 text-[0.9375rem] font-semibold">{legend}</summary>
      <fieldset className="min-w-0 pt-2">
        <legend className="sr-only">{legend}</legend>
        <ChoiceChips
          name={param}
          values={values}
          chosen={chosen}
          label={(value) => (
            <>
              {value}
              <Count of={options.counts[name]} at={options[name].indexOf(value)} />
            </>
          )}
        />
      </fieldset>
    </details>
  );
}

const fieldOf: { [Kind in FilterKind]: ComponentType<Fields & { name: FilterOf<Kind> }> } = {
  options: Options,
  // Groups are shown beside their values.
  groups: () => null,
  traits: Traits,
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
        pattern={`\\d{1,9}(\\.(?=\\d)\\d{0,${moneyFormat.digits}})?`}
        title="A number such as 29"
        defaultValue={minor === null ? '' : toDecimal(minor)}
        placeholder={String(example)}
        className="control tabular-nums"
      />
    </div>
  );
}
