import type { ComponentProps } from 'react';
import { moneyFormat } from '#shared/money-format.ts';
import { TextField } from '../ui/field.tsx';

/** A required field for an amount, with the decimals of the shop's currency. */
export function AmountField(
  props: Pick<ComponentProps<typeof TextField>, 'field' | 'label' | 'hint'>,
) {
  const { digits } = moneyFormat;
  return (
    <TextField
      {...props}
      required
      pattern={digits > 0 ? `\\d{1,10}(\\.\\d{1,${digits}})?` : '\\d{1,10}'}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
