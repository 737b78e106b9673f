import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import type { ProductFilter, ProductSort } from '#features/catalog/product-list.schema.ts';
import type { SearchSort } from '#features/catalog/search.schema.ts';
import { onDemand } from '../../../offline/on-demand.tsx';
import { afterFirstSign } from '../../../prefetch/prefetch-budget.ts';
import { Button } from '../../../ui/button.tsx';
import { LabelledSelect } from '../../../ui/labelled-select.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';
import { FilterFields } from './filter-fields.tsx';
import type { SearchFacts } from './load-list.ts';
import type { PriceSliderProps } from './price-slider.tsx';
import { useFilterSheet } from './use-filter-sheet.ts';
import type { ListOptions } from './view-options.ts';

const filterSheet = onDemand('filter-sheet', () => import('./filter-sheet.tsx'));

interface FilterFormProps {
  options: ListOptions;
  filter: ProductFilter;
  /** The sort in the address. */
  sort: ProductSort | SearchSort | '';
  /** The labels of its sorts; the first is the default. */
  sorts: Record<string, string>;
  /** The facts of a search; null for a category or collection. */
  search: SearchFacts | null;
  /** The number of active filters. */
  active: number;
  /** The number of products that fit the filters. */
  count: number;
}

/**
 * Size, color, price, stock and sort of a list, as one form. On a wide screen the filters are
 * beside the products. On a narrow one, a button opens them in a sheet, or unfolds them without
 * script.
 */
export function FilterForm({
  options,
  filter,
  sort,
  sorts,
  search,
  active,
  count,
}: FilterFormProps) {
  const sheet = useFilterSheet();
  const [wasOpened, setWasOpened] = useState(sheet.open);
  if (sheet.open && !wasOpened) setWasOpened(true);
  const Slider = usePriceSlider();
  const fieldsOf = (shown: ListOptions) => (
    <FilterFields options={shown} filter={filter} Slider={Slider} />
  );
  const words = search?.q ? <input type="hidden" name="q" value={search.q} /> : null;

  return (
    <>
      <form {...useAddressForm()} aria-label="Filter and sort" className="contents">
        {words}
        <details className="unfolds-wide col-start-1 open:col-span-2 lg:sticky lg:top-20 lg:row-span-2 lg:open:col-span-1">
          <FiltersButton active={active} onOpen={sheet.show} />
          <div className="grid gap-7 rounded-card border border-line bg-surface p-5 max-lg:mt-3 lg:scrolls-quietly lg:-m-1 lg:-mr-2.5 lg:max-h-[calc(100dvh-6rem)] lg:border-0 lg:bg-transparent lg:p-1 lg:pr-2.5">
            {fieldsOf(options)}
            <div className="hidden scriptless:block">
              <Button look="solid">Show products</Button>
            </div>
          </div>
        </details>
        <div className="self-start lg:justify-self-end">
          <LabelledSelect label="Sort by" name="sort" choices={sorts} chosen={sort} inline />
        </div>
      </form>
      {wasOpened ? (
        <filterSheet.Component
          open={sheet.open}
          onClose={sheet.close}
          onGiveUp={sheet.close}
          count={count}
          sort={sort}
          options={options}
        >
          {(shown: ListOptions) => (
            <>
              {words}
              {fieldsOf(shown)}
            </>
          )}
        </filterSheet.Component>
      ) : null}
    </>
  );
}

/**
 * The slider of prices. It is fetched when somebody begins to use the page. Until then there are
 * only the fields.
 */
function usePriceSlider() {
  const [Slider, setSlider] = useState<ComponentType<PriceSliderProps> | null>(null);
  useEffect(
    () =>
      afterFirstSign(() => {
        import('./price-slider.tsx').then(
          ({ default: loaded }) => setSlider(() => loaded),
          () => {},
        );
      }),
    [],
  );
  return Slider;
}

/** Opens the sheet. Without script it unfolds the filters. */
function FiltersButton({ active, onOpen }: { active: number; onOpen: () => void }) {
  function openSheet(event: MouseEvent<HTMLElement>) {
    // Filters that were unfolded before the script loaded are folded again.
    if (event.currentTarget.closest('details')?.open) return;
    event.preventDefault();
    onOpen();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive
    <summary
      onClick={openSheet}
      onPointerEnter={filterSheet.prepare}
      onFocus={filterSheet.prepare}
      className="flex min-h-11 list-none items-center justify-center gap-2 rounded-control border border-line-strong px-4 font-semibold hover:bg-tint [&::-webkit-details-marker]:hidden"
    >
      <SlidersHorizontal aria-hidden="true" className="size-4" />
      Filters
      {active > 0 ? <span className="tabular-nums">({active})</span> : null}
    </summary>
  );
}
