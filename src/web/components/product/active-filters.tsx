import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { Link } from '../../ui/link.tsx';

export interface ActiveFilter {
  label: string;
  /** The address of the list without this filter. */
  without: string;
}

/** The active filters, each a link to the list without it. */
export function ActiveFilters({
  filters,
  unfiltered,
}: {
  filters: ActiveFilter[];
  /** The address of the list without any filter. */
  unfiltered: string;
}) {
  const group = useRef<HTMLDivElement>(null);
  // The clicked link disappears, so the group takes the focus for keyboard users.
  const keepFocus = () => group.current?.focus({ preventScroll: true });
  const chip =
    'inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-3.5 text-sm transition-colors hover:border-ink hover:bg-tint';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group holds links and no fields
    <div ref={group} role="group" aria-label="Active filters" tabIndex={-1}>
      {filters.length > 0 ? (
        <ul className="mb-6 flex flex-wrap items-center gap-2">
          {filters.map((filter) => (
            <li key={filter.without}>
              <Link to={filter.without} preventScrollReset onClick={keepFocus} className={chip}>
                <span className="sr-only">Remove filter </span>
                {filter.label}
                <X aria-hidden="true" className="size-3.5" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={unfiltered}
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
