import { type ReactNode, type RefObject, useCallback, useEffect } from 'react';
import { Form, useNavigation } from 'react-router';
import type { StoredDestination } from '#features/cart/cart.schema.ts';
import {
  CITY_NEEDED,
  ZIP_HAS_DIGITS,
  ZIP_NEEDED,
} from '#features/cart/destination-words.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { LONGEST_CITY } from '#shared/field-lengths.ts';
import { shop } from '#shop-config';
import type { ShownCart } from '../../../components/cart/pending-cart.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { type FormResult, useCheckedForm } from '../../../ui/use-checked-form.ts';

interface EstimateFormProps {
  texts: Texts<'cart'>;
  cart: ShownCart;
  /** The initial values if the cart has no estimate yet. */
  suggested: StoredDestination | null;
  lastResult: FormResult;
  /** Called with whether the fields differ from the destination of the estimate. */
  onEdit: (differs: boolean) => void;
  /** What is beneath the form. */
  children: ReactNode;
}

/** The destination of the cart in the shop's own country, which sets the price of shipping. */
export function EstimateForm({ children, ...props }: EstimateFormProps) {
  const { texts, cart } = props;
  return (
    <section
      aria-labelledby="estimate-title"
      className="rounded-panel border border-line bg-surface p-6"
    >
      <h2 id="estimate-title" className="text-heading">
        {texts.estimate}
      </h2>
      {/* After an estimate for another country the fields are empty. */}
      <Fields key={cart.country === null ? 'own' : 'abroad'} {...props} />
      {children}
    </section>
  );
}

function Fields({
  texts,
  cart,
  suggested,
  lastResult,
  onEdit,
}: Omit<EstimateFormProps, 'children'>) {
  const busy = useNavigation().formData?.get('intent') === 'destination';
  const stored = cart.country === null ? cart : NONE;
  const start = cart.city === null && suggested?.country === null ? suggested : stored;
  const { form, field, formErrors } = useCheckedForm({
    id: 'estimate',
    fields: {
      city: { missing: CITY_NEEDED },
      zip: { missing: ZIP_NEEDED, invalid: ZIP_HAS_DIGITS },
    },
    lastResult,
    values: { city: start.city, zip: start.zip },
  });
  const compare = useComparison(form.ref, stored, onEdit);
  return (
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
        maxLength={LONGEST_CITY}
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
  );
}

const NONE = { city: null, zip: null };

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
  { city, zip }: Pick<ShownCart, 'city' | 'zip'>,
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
