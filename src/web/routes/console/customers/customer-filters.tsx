import type { RefObject } from 'react';
import { type CustomerSort, customerSorts } from '#features/customers/customers.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { FilterChoice } from '../../../components/console/filter-choice.tsx';
import { MOST_ROWS, ROWS } from '../../../components/console/list-pages.tsx';
import { LONGEST_TEXT } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';

/** Search and sort of the table of customers: a form whose state is the address. */
export function CustomerFilters({
  text,
  sort,
  limit,
  search,
}: {
  text: string | null;
  sort: CustomerSort;
  limit: number;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
}) {
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label="Find customers"
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
        <FilterChoice
          label="Sort by"
          name="sort"
          choices={Object.entries(customerSorts)}
          chosen={sort}
        />
      </form>
    </search>
  );
}
