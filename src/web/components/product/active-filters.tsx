import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import {
  filterNames,
  isOfKind,
  type ProductFilter,
  productFilters,
} from '#features/catalog/product-list.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { listParams } from '../../list-window.ts';

export interface ActiveFilter {
  /** In the address: `name=value`; any value of the name without one. */
  name: string;
  value?: string;
  label: string;
}

/** What is set of a filter: options first, then prices, then the rest. */
export function activeFilters(filter: ProductFilter): ActiveFilter[] {
  const options: ActiveFilter[] = [];
  const prices: ActiveFilter[] = [];
  const flags: ActiveFilter[] = [];
  for (const name of filterNames) {
    if (isOfKind(name, 'options')) {
      const { params, chip } = productFilters[name];
      options.push(
        ...filter[name].map((value) => ({ name: params[0], value, label: chip(value) })),
      );
    } else if (isOfKind(name, 'priceRange')) {
      const { minMinor, maxMinor } = filter[name];
      const [min, max] = productFilters[name].params;
      if (minMinor !== null) prices.push({ name: min, label: `From ${formatMoney(minMinor)}` });
      if (maxMinor !== null) prices.push({ name: max, label: `Up to ${formatMoney(maxMinor)}` });
    } else if (filter[name]) {
      const { params, chip } = productFilters[name];
      flags.push({ name: params[0], label: chip });
    }
  }
  return [...options, ...prices, ...flags];
}

/** The filters that are set, each a link to the list without it. */
export function ActiveFilters({ filters }: { filters: ActiveFilter[] }) {
  const group = useRef<HTMLDivElement>(null);
  const { search } = useLocation();
  // The link that was clicked goes away; whoever uses the keyboard stays where it was.
  const keepFocus = () => group.current?.focus({ preventScroll: true });
  const chip =
    'inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-3.5 text-sm transition-colors hover:border-ink hover:bg-tint';
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are links, no fields
    <div ref={group} role="group" aria-label="Active filters" tabIndex={-1}>
      {filters.length > 0 ? (
        <ul className="mb-6 flex flex-wrap items-center gap-2">
          {filters.map((filter) => (
            <li key={filter.label}>
              <Link
                to={`?${withoutFilter(search, filter)}`}
                preventScrollReset
                onClick={keepFocus}
                className={chip}
              >
                <span className="sr-only">Remove filter </span>
                {filter.label}
                <X aria-hidden="true" className="size-3.5" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={`?${clearedOf(search, filters)}`}
              preventScrollReset
              onClick={keepFocus}
              className="link inline-flex min-h-9 items-center px-2 text-sm font-semibold"
            >
              Clear all
            </Link>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

/** The same list without any of these filters. */
export function clearedOf(search: string, filters: ActiveFilter[]): URLSearchParams {
  return listParams(search, 'show', 'after', ...filters.map(({ name }) => name));
}

function withoutFilter(search: string, { name, value }: ActiveFilter): URLSearchParams {
  const kept = [...listParams(search, 'show', 'after')].filter(
    ([key, its]) => key !== name || (value !== undefined && its !== value),
  );
  return new URLSearchParams(kept);
}
