import type { RefObject } from 'react';
import { FilterSearch } from './filters/filter-form.tsx';

/** The search of a list that finds customers by their name or email. */
export function CustomerSearch(props: {
  text: string | null;
  field: RefObject<HTMLInputElement | null>;
}) {
  return (
    <FilterSearch
      label="Words of the name, or the beginning of the email"
      placeholder="Name or email"
      {...props}
    />
  );
}
