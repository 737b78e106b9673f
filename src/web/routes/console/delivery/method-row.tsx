import { useId } from 'react';
import { LONGEST_DELIVERY_NAME, LONGEST_DELIVERY_NOTE } from '#shared/field-lengths.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { PlainArea, PlainInput } from '../../../components/console/plain-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { kindLabels, type MethodDraft } from './zone-fields.ts';

type FieldOf = (name: keyof MethodDraft) => {
  name: string;
  value: string;
  error: string | undefined;
};

/** The fields of a way of delivery. */
export function MethodRow({
  nr,
  method,
  errors,
}: {
  nr: number;
  method: MethodDraft;
  errors: Record<string, string>;
}) {
  const field: FieldOf = (name) => ({
    name: `methods_${nr}_${name}`,
    value: method[name],
    error: errors[`methods_${nr}_${name}`],
  });
  return (
    <fieldset className="group grid grid-cols-2 gap-3 border-t border-line pt-3">
      <legend className="sr-only">{method.name || `Way of delivery ${nr + 1}`}</legend>
      <input type="hidden" name={`methods_${nr}_id`} value={method.id} />
      <PlainInput
        {...field('name')}
        label="Name for customers"
        placeholder="Standard delivery"
        required
        maxLength={LONGEST_DELIVERY_NAME}
        wide
      />
      <Prices field={field} />
      <PlainInput
        {...field('daysFrom')}
        label="Fewest working days"
        hint="After it leaves."
        inputMode="numeric"
      />
      <PlainInput
        {...field('daysTo')}
        label="Most working days"
        hint="Both empty: no promise."
        inputMode="numeric"
      />
      <PlainInput
        {...field('note')}
        label="Note for customers, such as where to pick it up"
        maxLength={LONGEST_DELIVERY_NOTE}
        wide
      />
      <div className="col-span-full">
        <Button
          name="intent"
          value={`remove-method:${nr}`}
          look="quiet"
          formNoValidate
          aria-label={`Remove ${method.name || `way of delivery ${nr + 1}`}`}
          className={DENSE_BUTTON}
        >
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

/**
 * The kind and amounts of the price. The steps show only for kinds that have steps, also without
 * script.
 */
function Prices({ field }: { field: FieldOf }) {
  const kindId = useId();
  const { name, value } = field('kind');
  return (
    <>
      <div className="col-span-full min-w-0">
        <label htmlFor={kindId} className={DENSE_LABEL}>
          How it is priced
        </label>
        <select id={kindId} name={name} defaultValue={value} className={DENSE_CONTROL}>
          {Object.entries(kindLabels).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <PlainInput {...field('price')} label="Price" inputMode="decimal" required />
      <PlainInput
        {...field('freeFrom')}
        label="Free from"
        hint="An order value; empty: never."
        inputMode="decimal"
      />
      <div className="col-span-full group-has-[option[value=flat]:checked]:hidden group-has-[option[value^=pick]:checked]:hidden">
        <PlainArea
          {...field('steps')}
          label="Other prices from a weight or an order value"
          hint="One on a line: grams or order value, =, price. From 1,000 grams for 90: 1000 = 90"
          rows={2}
        />
      </div>
    </>
  );
}
