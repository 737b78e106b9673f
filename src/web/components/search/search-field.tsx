import { type InputHTMLAttributes, type ReactNode, type RefObject, useState } from 'react';
import { Form } from 'react-router';
import { LONGEST_SEARCH } from '#features/catalog/product-list.schema.ts';
import { onDemand } from '../../offline/on-demand.tsx';

const suggestions = onDemand('search-suggestions', () => import('./search-suggestions.tsx'));

/** The attributes of the field that describe its list of suggestions. */
export type ComboboxState = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'aria-activedescendant' | 'aria-controls' | 'aria-expanded'
>;

/**
 * A field that leads to the results of a search. It shows suggestions while a person types. The
 * code for that is fetched when the field takes the focus. `children` are beside the field, in its
 * form.
 */
export function SearchField({
  field,
  q,
  className,
  children,
}: {
  field: RefObject<HTMLInputElement | null>;
  q?: string;
  className: string;
  children?: ReactNode;
}) {
  const [isUsed, setUsed] = useState(false);
  const [state, setState] = useState<ComboboxState>({});
  return (
    <Form action="/search" className={className}>
      <input
        ref={field}
        type="search"
        name="q"
        role="combobox"
        aria-label="Search the shop"
        aria-expanded={false}
        aria-autocomplete="list"
        placeholder="Search the shop"
        defaultValue={q}
        maxLength={LONGEST_SEARCH}
        autoComplete="off"
        enterKeyHint="search"
        className="control min-w-0"
        onFocus={() => setUsed(true)}
        data-first-focus={q === '' ? true : undefined}
        {...state}
      />
      {isUsed ? (
        <suggestions.Component
          open={false}
          field={field}
          onState={setState}
          onGiveUp={() => setUsed(false)}
        />
      ) : null}
      {children}
    </Form>
  );
}
