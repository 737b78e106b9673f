import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useFetcher, useLocation, useNavigate, useNavigation } from 'react-router';
import type { ProductSort } from '#features/catalog/product-list.schema.ts';
import type { SearchSort } from '#features/catalog/search.schema.ts';
import {
  type ProductCountResult,
  showProducts,
} from '../../../components/product/product-count.ts';
import { preloadCode } from '../../../prefetch/next-code.ts';
import { matchedRoutes } from '../../../router-internals/window.ts';
import { useAnnounceChange } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { filledIn } from '../../../ui/filled-in.ts';
import { Sheet, SheetBody, SheetFooter } from '../../../ui/modal.tsx';
import { useAfterPause } from '../../../ui/use-after-pause.ts';
import { countsOf, type ListOptions } from './view-options.ts';

/** Choices within this time, in milliseconds, are counted together. */
const PAUSE_MS = 200;

interface FilterSheetProps {
  open: boolean;
  onClose: () => void;
  /** The number of products that the page shows. */
  count: number;
  sort: ProductSort | SearchSort | '';
  options: ListOptions;
  /** The fields, with what each value would leave of what is chosen. */
  children: (options: ListOptions) => ReactNode;
}

/** The sheet with a category's filters. */
export default function FilterSheet({ open, onClose, ...contents }: FilterSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Filters">
      <Contents {...contents} />
    </Sheet>
  );
}

/** Filters that are applied together. Before that, they show how many products fit. */
function Contents({ count, sort, options, children }: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const navigate = useNavigate();
  const isApplying = useNavigation().state !== 'idle';
  const { label, counts, countAgain } = useCounter(count, options);

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Replaces the sheet's own address, so that Back leads to the list as it was.
    void navigate(`?${filledIn(event.currentTarget)}`, { replace: true, preventScrollReset: true });
  }

  return (
    <form
      autoComplete="off"
      aria-label="Filters"
      onSubmit={apply}
      onChange={({ currentTarget }) => countAgain(filledIn(currentTarget))}
      onReset={(event) => {
        // A reset would return the fields to the active filters.
        event.preventDefault();
        clear(event.currentTarget);
        countAgain(filledIn(event.currentTarget));
      }}
      className="flex min-h-0 grow flex-col"
    >
      <SheetBody>
        <div className="grid gap-7">{children({ ...options, counts })}</div>
      </SheetBody>
      {sort ? <input type="hidden" name="sort" value={sort} /> : null}
      <SheetFooter>
        <Button type="reset" look="quiet">
          Clear all
        </Button>
        <Button look="accent" className="flex-1 tabular-nums" pending={isApplying}>
          {label}
        </Button>
      </SheetFooter>
    </form>
  );
}

/**
 * Counts the products that fit, shortly after each choice: for the button's label, and for the values
 * that can be chosen next.
 */
function useCounter(count: number, options: ListOptions) {
  const address = `/productCount${useLocation().pathname.toLowerCase()}`;
  const fetcher = useFetcher<ProductCountResult>();
  const afterPause = useAfterPause();
  // Without the script of its route, a first count without a connection would reload the page.
  useEffect(() => preloadCode(matchedRoutes(new URL(address, location.href))), [address]);
  const response = fetcher.data;
  const label =
    response && !response.ok
      ? 'Show products'
      : showProducts(response?.ok ? response.count : count);
  useAnnounceChange(label, label);
  const facets = response?.ok && response.facets;
  return {
    label,
    counts: facets ? countsOf(options, facets) : options.counts,
    countAgain(params: string) {
      afterPause(PAUSE_MS, () => void fetcher.load(`${address}?${params}`));
    },
  };
}

function clear(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') continue;
    control.checked = false;
    if (control.type === 'text') control.value = '';
  }
}
