import type { ReactNode, RefObject } from 'react';
import { LONGEST_TEXT } from '../../pagination.ts';
import { Button } from '../../ui/button.tsx';
import { useAddressForm } from '../../ui/use-address-form.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from './dense.ts';
import { MOST_ROWS, ROWS } from './list-pages.tsx';

/**
 * The search of a list that finds customers by their name or email, with the list's other choices:
 * a form whose state is the address.
 */
export function CustomerSearch({
  label,
  text,
  limit,
  search,
  children,
}: {
  label: string;
  text: string | null;
  limit: number;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}) {
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label={label}
        className="flex flex-wrap items-end gap-3 py-3 compact:py-1.5"
      >
        {limit > ROWS ? <input type="hidden" name="show" value={MOST_ROWS} /> : null}
        <div className="flex min-w-60 grow gap-2">
          <input
            ref={search}
            type="search"
            name="q"
            aria-label="Words of the name, or the beginning of the email"
            placeholder="Name or email"
            defaultValue={text ?? ''}
            maxLength={LONGEST_TEXT}
            enterKeyHint="search"
            aria-keyshortcuts="/"
            className={DENSE_CONTROL}
          />
          <Button className={`shrink-0 ${DENSE_BUTTON}`}>Search</Button>
        </div>
        {children}
      </form>
    </search>
  );
}
