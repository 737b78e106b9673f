import { Form, useNavigation, useSubmit } from 'react-router';
import type { AddressField, AddressFieldName } from '#features/addresses/addresses.schema.ts';
import { accountWords } from '../../../components/account/account-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { Link } from '../../../ui/link.tsx';
import { type CheckedField, useCheckedForm } from '../../../ui/use-checked-form.ts';
import { CountryField, Part, wordsOf } from './address-fields.tsx';
import type { AddressResponse } from './change-addresses.ts';
import type { AddressFormData } from './form-data.ts';

/**
 * The form of an address in its country. Each country has its own fields, which the server sends.
 */
export function AddressEditor({
  shown,
  response,
  submitLabel,
  back,
  withEmail = false,
}: {
  shown: AddressFormData;
  response: AddressResponse | undefined;
  submitLabel: string;
  /** The page to return to without a change. */
  back: string;
  /** Whether it asks for an email address too. */
  withEmail?: boolean;
}) {
  const { country, fields } = response?.form ?? shown.form;
  const { form, field, formErrors } = useCheckedForm<AddressFieldName | 'email'>({
    id: 'address',
    fields: { ...wordsOf(fields), ...(withEmail ? { email: accountWords.email } : {}) },
    lastResult: response?.result,
    values: { ...shown.values, ...response?.values, country },
  });
  const submit = useSubmit();
  return (
    <Form
      method="post"
      {...form}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (!(submitter instanceof HTMLButtonElement && submitter.value === 'country')) {
          return form.onSubmit(event);
        }
        // What is typed is not complete yet, and the page stays where it is. A saved address leads to
        // the top of the next page.
        event.preventDefault();
        void submit(submitter, { preventScrollReset: true });
      }}
      className="grid gap-5 sm:grid-cols-6"
    >
      <div className="empty:hidden sm:col-span-6">
        <FormErrors errors={formErrors} />
      </div>
      <input type="hidden" name="version" value={shown.version} />
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" name="intent" value="save" hidden />
      {withEmail ? <EmailField field={field('email')} /> : null}
      <CountryField field={field('country')} country={country} countries={shown.countries} />
      {fields.map((part) => (
        <div
          // The place in another country is another one.
          key={isShort(part) ? `${part.name} ${country}` : part.name}
          className={isShort(part) ? spans[fields.filter(isShort).length] : 'sm:col-span-6'}
        >
          <Part part={part} field={field(part.name)} />
        </div>
      ))}
      <Buttons submitLabel={submitLabel} back={back} />
    </Form>
  );
}

function Buttons({ submitLabel, back }: { submitLabel: string; back: string }) {
  const intent = useNavigation().formData?.get('intent');
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-2 sm:col-span-6">
      <Button name="intent" value="save" look="accent" pending={intent === 'save'}>
        {submitLabel}
      </Button>
      <Link to={back} className="link">
        Back
      </Link>
    </div>
  );
}

function EmailField({ field }: { field: CheckedField }) {
  return (
    <div className="sm:col-span-6">
      <TextField field={field} label="Email" type="email" required autoComplete="email" />
    </div>
  );
}

/** Fields that are side by side if there is room. */
const isShort = ({ name }: AddressField) => ['city', 'region', 'postcode'].includes(name);

/** The columns of a field, out of six, by how many fields share a row. */
const spans: Record<number, string> = {
  1: 'sm:col-span-3',
  2: 'sm:col-span-3',
  3: 'sm:col-span-2',
};
