import { useCallback, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { Texts } from '#features/texts/texts.schema.ts';
import type { ShownCart } from '../../../components/cart/pending-cart.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { CountryField, Part, wordsOf } from '../../account/addresses/address-fields.tsx';
import type { AbroadData, AbroadResponse } from './abroad.ts';

interface AbroadFormProps {
  texts: Texts<'cart'>;
  cart: ShownCart;
  abroad: AbroadData;
  response: AbroadResponse | null | undefined;
  /** Called with whether the fields differ from the destination of the estimate. */
  onEdit: (differs: boolean) => void;
}

/** The shipping estimate for another country, for who asked for it. */
export default function AbroadForm(props: AbroadFormProps) {
  const { city, zip, country } = props.cart;
  const response = useKeptResponse(props.response ?? null);
  const place = country ? 'abroad' : `${city} ${zip}`;
  const [seen, setSeen] = useState({ place, estimates: 0 });
  // A new estimate for the shop's own country takes the place of what was typed here.
  if (seen.place !== place) {
    setSeen({ place, estimates: seen.estimates + (country ? 0 : 1) });
  }
  return <Fields key={seen.estimates} {...props} response={response} />;
}

/**
 * The response until the page has what was changed. React Router takes it away before that, and the
 * fields of the country would be gone for a moment.
 */
function useKeptResponse(response: AbroadResponse | null): AbroadResponse | null {
  const [kept, setKept] = useState(response);
  const isIdle = useNavigation().state === 'idle';
  const shown = response ?? (isIdle ? null : kept);
  if (shown !== kept) setKept(shown);
  return shown;
}

function Fields({ texts, cart, abroad, response, onEdit }: AbroadFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'abroad';
  const { country, fields, values } = response ?? abroad;
  const { form, field, formErrors } = useCheckedForm({
    id: 'abroad',
    fields: wordsOf(fields),
    lastResult: response?.result,
    values: { ...values, country },
  });
  const box = useRef<HTMLDetailsElement>(null);
  const compare = useComparison(box, cart, country, onEdit);
  return (
    <details ref={box} open onToggle={compare} className="mt-5 border-t border-line pt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{texts.abroad}</summary>
      <Form
        method="post"
        action="/shoppingCart?abroad"
        preventScrollReset
        {...form}
        onInput={(event) => {
          form.onInput(event);
          compare();
        }}
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent;
          // What is typed is not complete while a country is being chosen.
          const value = submitter instanceof HTMLButtonElement ? submitter.value : '';
          if (value !== 'country') form.onSubmit(event);
        }}
        className="mt-3 space-y-5"
      >
        <FormErrors errors={formErrors} />
        {/* Enter in a field presses the first button of a form. */}
        {country ? <button type="submit" name="intent" value="abroad" hidden /> : null}
        <CountryField field={field('country')} country={country} countries={abroad.countries} />
        {fields.map((part) => (
          // The regions of another country are other choices.
          <Part
            key={part.options ? `${part.name} ${country}` : part.name}
            part={part}
            field={field(part.name)}
          />
        ))}
        {country ? (
          <Button name="intent" value="abroad" look="solid" pending={busy} className="w-full">
            {texts.update}
          </Button>
        ) : null}
      </Form>
    </details>
  );
}

/**
 * Calls `onEdit` at once and after each change, with whether something is typed that the estimate
 * does not have. Folded fields do not count.
 */
function useComparison(
  box: React.RefObject<HTMLDetailsElement | null>,
  { city, region, zip, country: stored }: ShownCart,
  country: string,
  onEdit: (differs: boolean) => void,
): () => void {
  const compare = useCallback(() => {
    const form = box.current?.open ? box.current.querySelector('form') : null;
    const typed = form ? [...new FormData(form)] : [];
    const estimated: Record<string, string | null> = stored
      ? { country: stored, city, region, postcode: zip }
      : { country };
    const differs = ([name, text]: [string, FormDataEntryValue]) =>
      plain(String(text)) !== plain(estimated[name] ?? '');
    onEdit(typed.some(differs));
  }, [box, city, region, zip, stored, country, onEdit]);
  // After a reload, the browser may have restored typed text without an event.
  useEffect(compare, [compare]);
  return compare;
}

/** A postcode is stored as it is printed, in whatever case it was typed. */
const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
