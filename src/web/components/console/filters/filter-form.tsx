import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasWrongRange } from '../../../filter-ranges.ts';
import { LONGEST_TEXT } from '../../../list-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../dense.ts';

/** The class of a form whose search and fields are in one line. */
export const ONE_LINE = 'flex flex-wrap items-end gap-3 py-3 compact:py-1.5';

/** Search, filters and sort of a list: a form whose state is the address. */
export function FilterForm({
  label,
  keeps = [],
  className = 'grid gap-3 py-3 compact:gap-1.5 compact:py-1.5',
  children,
}: {
  label: string;
  /** Names of parameters that no field of the form shows, and that stay in the address. */
  keeps?: string[];
  className?: string;
  children: ReactNode;
}) {
  const [params] = useSearchParams();
  return (
    <search>
      <form {...useAddressForm()} aria-label={label} className={className}>
        {keeps.map((name) => {
          const value = params.get(name);
          return value ? <input key={name} type="hidden" name={name} value={value} /> : null;
        })}
        {children}
      </form>
    </search>
  );
}

/** The field of a list's search, with the button that sends the form where there is no script. */
export function FilterSearch({
  label,
  placeholder = label,
  text,
  field,
}: {
  /** What the search looks at. */
  label: string;
  /**
   * What the search looks at in fewer words, where those of `label` would not fit into the field.
   */
  placeholder?: string;
  text: string | null;
  /** For the key `/`: see `useListKeys`. */
  field: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div className="flex min-w-60 grow gap-2">
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={text ?? ''}
        maxLength={LONGEST_TEXT}
        enterKeyHint="search"
        aria-keyshortcuts="/"
        className={DENSE_CONTROL}
      />
      <Button className={`shrink-0 ${DENSE_BUTTON}`}>Search</Button>
    </div>
  );
}

/** The fields of a list's filters: two or three beside each other, in one line on a laptop. */
export function FilterFields({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:flex lg:flex-wrap">
      {children}
    </div>
  );
}

/**
 * Fields of many filters. On a phone they are folded, and their number says how many are set. A page
 * that begins with something to say of one has them open.
 */
export function FoldedFilterFields({ active, children }: { active: number; children: ReactNode }) {
  const [params] = useSearchParams();
  const [isOpen] = useState(() => hasWrongRange(params));
  return (
    <details open={isOpen} className="unfolds-wide max-lg:-mt-2">
      <summary className="flex min-h-11 items-center gap-1.5 text-sm font-semibold">
        Filters{active > 0 ? ` (${active})` : ''}
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <FilterFields>{children}</FilterFields>
    </details>
  );
}

/** Leads to the list without filters, while it has some, or its address has wrong ones. */
export function ClearFilters({ isFiltered, to = '?' }: { isFiltered: boolean; to?: string }) {
  const [params] = useSearchParams();
  if (!isFiltered && !hasWrongRange(params)) return null;
  return (
    <Link to={to} className="link flex min-h-11 items-center text-sm lg:min-h-9 compact:min-h-7">
      Clear filters
    </Link>
  );
}
