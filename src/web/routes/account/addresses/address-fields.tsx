import { useCallback, useEffect, useRef } from 'react';
import type { AddressField } from '#features/addresses/addresses.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { controlProps, Labelled, TextField } from '../../../ui/field.tsx';
import type { CheckedField } from '../../../ui/use-checked-form.ts';

/** What is said when a part is missing, for `useCheckedForm`. */
export function wordsOf(fields: AddressField[]) {
  const words = fields.map(({ name, missing }) => [name, { missing }]);
  return { country: {}, ...Object.fromEntries(words) };
}

/** One part of an address: typed, or chosen from a list. */
export function Part({ part, field }: { part: AddressField; field: CheckedField }) {
  const { label, required, autoComplete, inputMode, maxLength, options, hint } = part;
  const about = { field, label: required ? label : `${label} (optional)`, hint };
  if (!options) {
    const input = { required, autoComplete, inputMode, maxLength };
    return <TextField {...about} {...input} type={inputMode === 'tel' ? 'tel' : 'text'} />;
  }
  return (
    <Labelled {...about}>
      <select
        {...controlProps(about)}
        defaultValue={field.initialValue ?? ''}
        required={required}
        autoComplete={autoComplete}
      >
        <option value="">Choose …</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/**
 * The countries to choose from; `country` is empty before one is chosen. With script, choosing another country changes the form at once. Without script, a button does it.
 */
export function CountryField({
  field,
  country,
  countries,
}: {
  field: CheckedField;
  country: string;
  countries: { code: string; name: string }[];
}) {
  const change = useRef<HTMLButtonElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const ask = useCallback(() => change.current?.form?.requestSubmit(change.current), []);
  useEffect(() => {
    // The country may have been chosen before the script loaded.
    if (select.current && select.current.value !== country) ask();
  }, [country, ask]);
  const about = { field, label: 'Country or region' };
  return (
    <div className="sm:col-span-6">
      <Labelled {...about}>
        <div className="flex flex-wrap gap-3">
          <select
            {...controlProps(about)}
            ref={select}
            required
            autoComplete="country"
            onChange={ask}
            className="control min-w-0 flex-1 basis-60"
          >
            {country === '' ? <option value="">Choose …</option> : null}
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          <span className="hidden scriptless:inline">
            <Button ref={change} name="intent" value="country" formNoValidate>
              {country === '' ? 'Choose' : 'Change country'}
            </Button>
          </span>
        </div>
      </Labelled>
    </div>
  );
}
