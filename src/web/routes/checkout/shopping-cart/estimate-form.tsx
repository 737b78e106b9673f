import { type RefObject, useCallback, useEffect } from 'react';
import { Form, useNavigation } from 'react-router';
import type { Destination } from '#features/cart/cart.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { shop } from '#shop-config';
import type { ShownCart } from '../../../components/cart/pending-cart.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { type FormResult, useCheckedForm } from '../../../ui/use-checked-form.ts';

interface EstimateFormProps {
  texts: Texts<'cart'>;
  cart: ShownCart;
  /** The initial values if the cart has no estimate yet: the account's last destination. */
  suggested: Destination | null;
  lastResult: FormResult;
  /** Called with whether the fields differ from the destination of the estimate. */
  onEdit: (differs: boolean) => void;
}

/** The destination of the cart, which sets the price of shipping. */
export function EstimateForm({ texts, cart, suggested, lastResult, onEdit }: EstimateFormProps) {
  const busy = useNavigation().formAction === '/shoppingCart';
  const { form, field, formErrors } = useCheckedForm({
    id: 'estimate',
    fields: {
      city: { missing: 'A city is needed.' },
      zip: { missing: 'A zip code is needed.', invalid: 'A zip code has digits only.' },
    },
    lastResult: lastResult?.status === 'error' ? lastResult : null,
    values: { city: cart.city ?? suggested?.city, zip: cart.zip ?? suggested?.zip },
  });
  const compare = useComparison(form.ref, cart, onEdit);
  return (
    <section
      aria-labelledby="estimate-title"
      className="rounded-panel border border-line bg-surface p-6"
    >
      <h2 id="estimate-title" className="text-heading">
        {texts.estimate}
      </h2>
      <Form
        method="post"
        action="/shoppingCart"
        preventScrollReset
        {...form}
        onInput={(event) => {
          form.onInput(event);
          compare();
        }}
        className="mt-5 space-y-5"
      >
        <FormErrors errors={formErrors} />
        <Country />
        <TextField
          field={field('city')}
          label={texts.cityName}
          required
          maxLength={120}
          autoComplete="address-level2"
        />
        <TextField
          field={field('zip')}
          label={texts.zipCode}
          required
          pattern="\d{1,12}"
          autoComplete="postal-code"
          inputMode="numeric"
        />
        <Button name="intent" value="destination" look="solid" pending={busy} className="w-full">
          {texts.update}
        </Button>
      </Form>
    </section>
  );
}

function Country() {
  return (
    <div>
      <label htmlFor="estimate-country" className="field-label">
        Country
      </label>
      <input
        id="estimate-country"
        type="text"
        value={shop.shipping.country}
        readOnly
        autoComplete="off"
        className="control text-ink-soft"
      />
    </div>
  );
}

/** Calls `onEdit` at once and after each change, with whether the fields differ from the cart. */
function useComparison(
  form: RefObject<HTMLFormElement | null>,
  { city, zip }: ShownCart,
  onEdit: (differs: boolean) => void,
): () => void {
  const compare = useCallback(() => {
    const typed = form.current ? new FormData(form.current) : null;
    const differs = (name: string, stored: string | null) =>
      String(typed?.get(name) ?? '').trim() !== (stored ?? '');
    onEdit(differs('city', city) || differs('zip', zip));
  }, [form, city, zip, onEdit]);
  // After a reload, the browser may have restored typed text without an event.
  useEffect(compare, [compare]);
  return compare;
}
