import Search from 'lucide-react/icons/search';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { useAddressForm } from './use-address-form.ts';

/** Search, filters and sort of a long list: a form whose state is the address. */
export function SearchToolbar({
  label,
  hint,
  text,
  maxLength,
  children,
}: {
  /** The form's name. */
  label: string;
  /** The fields that the search covers. */
  hint: string;
  text: string | null;
  maxLength: number;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <search>
      <form {...useAddressForm()} aria-label={label} className="mb-8 grid gap-5">
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-0 flex-1 basis-72">
            <label htmlFor={id} className="field-label">
              {hint}
            </label>
            <div className="flex gap-2">
              <input
                id={id}
                type="search"
                name="q"
                defaultValue={text ?? ''}
                maxLength={maxLength}
                autoComplete="off"
                enterKeyHint="search"
                className="control"
              />
              <Button className="shrink-0">
                <Search aria-hidden="true" className="size-4" />
                Search
              </Button>
            </div>
          </div>
          {children}
        </div>
      </form>
    </search>
  );
}
