import type { ComponentProps } from 'react';
import { moneyFormat } from '#shared/money-format.ts';
import { TextField } from '../ui/field.tsx';

/**
 * A field for an amount, required unless it says otherwise, with the decimals of the shop's currency,
 * after a point or a comma: `withPlainAmounts` reads both.
 */
export function AmountField({
  required = true,
  ...props
}: Pick<ComponentProps<typeof TextField>, 'field' | 'label' | 'hint' | 'required'>) {
  const { digits } = moneyFormat;
  return (
    <TextField
      {...props}
      required={required}
      pattern={digits > 0 ? `\\d{1,10}([.,]\\d{1,${digits}})?` : '\\d{1,10}'}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
