import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import { destination } from '#features/cart/cart.schema.ts';
import { shop } from '#shop-config';
import type { ShownCart } from '../../../components/pending-cart.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';

/** Where the cart is to go: sets what shipping costs. */
export function EstimateForm({
  cart,
  lastResult,
}: {
  cart: ShownCart;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const busy = useNavigation().formAction === '/shoppingCart';
  const [form, fields] = useCheckedForm(destination, {
    id: 'estimate',
    lastResult: lastResult?.status === 'error' ? lastResult : null,
    defaultValue: { city: cart.city, zip: cart.zip },
  });
  return (
    <section
      aria-labelledby="estimate-title"
      className="rounded-panel border border-line bg-surface p-6"
    >
      <h2 id="estimate-title" className="text-heading">
        Estimate shipping
      </h2>
      <Form
        method="post"
        action="/shoppingCart"
        preventScrollReset
        {...getFormProps(form)}
        className="mt-5 space-y-5"
      >
        <FormErrors form={form} />
        <div>
          <label htmlFor="estimate-country" className="mb-1.5 block text-[0.9375rem] font-semibold">
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
        <TextField field={fields.city} label="City Name" autoComplete="address-level2" />
        <TextField
          field={fields.zip}
          label="Zip Code"
          autoComplete="postal-code"
          inputMode="numeric"
        />
        <Button name="intent" value="destination" look="solid" pending={busy} className="w-full">
          Update
        </Button>
      </Form>
    </section>
  );
}
