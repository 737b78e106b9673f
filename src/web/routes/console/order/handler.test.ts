import { expect, test } from 'vitest';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { questionOf, typedFieldsOf } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';

function toForm(fields: PostedFields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const order = { payment: { refundableMinor: 9000 } } as OrderView;

test.each([
  ['refund', 'amount', ''],
  ['refund', 'amount', '30'],
  ['cancel', 'refund', ''],
] as const)(
  'a confirmed %s has the amount of the question, and what was typed as %s: "%s"',
  (intent, field, typed) => {
    const sent: PostedFields = [
      ['intent', intent],
      ['sku', 'LAMP'],
      ['units', '1'],
      [field, typed],
    ];
    const asked = questionOf(toForm(sent), intent, { order, amountMinor: 3000 });
    const confirmed = toForm(asked?.question.fields ?? []);
    expect(confirmed.get(field)).toBe('30');
    expect(Object.fromEntries(typedFieldsOf(confirmed))).toMatchObject(Object.fromEntries(sent));
    expect(typedFieldsOf(toForm(sent))).toEqual(sent);
  },
);
