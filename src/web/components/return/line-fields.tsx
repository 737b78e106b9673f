/** The fields of a returned line that customers and staff fill in. */
import { returnReasonLabels } from '#features/orders/returns/return-labels.schema.ts';
import { formatMoney, toDecimal } from '#shared/money.ts';
import type { ReturnableLine } from './returnable-parts.ts';
import { wantedValue } from './wanted-variant.ts';

interface FieldProps {
  /** Of the line on the page. */
  id: string;
  /** The name of the line for screen readers. */
  whole: string;
  /** The value before a refusal. */
  chosen: string;
  /** The classes of label and control. */
  look?: { label: string; control: string };
}

/**
 * The attributes of a control that was refused: it takes the focus, also without script, because the
 * form is posted as a document.
 */
export function refusedControl(id: string, error: string | null | undefined) {
  return error
    ? { autoFocus: true, 'aria-invalid': true as const, 'aria-describedby': `${id}-error` }
    : {};
}

/** The error of such a control. */
export function ControlError({ id, error }: { id: string; error: string | null | undefined }) {
  return error ? (
    <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
      {error}
    </p>
  ) : null;
}

const IN_SHOP = { label: 'field-label', control: 'control' };

/** Asks why a line comes back. */
export function ReasonField({
  id,
  whole,
  chosen,
  error,
  look = IN_SHOP,
}: FieldProps & { error?: string | null }) {
  const reasonId = `reason-${id}`;
  return (
    <div className="min-w-0">
      <label htmlFor={reasonId} className={look.label}>
        Reason<span className="sr-only"> for {whole}</span>
      </label>
      <select
        id={reasonId}
        name="reason"
        defaultValue={chosen}
        className={look.control}
        {...refusedControl(reasonId, error)}
      >
        <option value="">Please choose</option>
        {Object.entries(returnReasonLabels).map(([reason, label]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </select>
      <ControlError id={reasonId} error={error} />
    </div>
  );
}

/**
 * Asks what the customer wants: money, or another variant. `payer` is who pays more for a dearer
 * one, in the words of the reader.
 */
export function ExchangeField({
  id,
  whole,
  exchangeable,
  chosen,
  payer,
  look = IN_SHOP,
  className = '',
}: FieldProps &
  Pick<ReturnableLine, 'exchangeable'> & {
    payer: 'you pay' | 'customer pays';
    className?: string;
  }) {
  const before = exchangeable.find((one) => one.sku === chosen);
  const isGone = chosen !== '' && !before;
  if (exchangeable.length === 0 && !isGone) return <input type="hidden" name="exchange" value="" />;
  const offeredValue = ({ sku: wanted, unitPriceMinor }: (typeof exchangeable)[number]) =>
    wantedValue({ sku: wanted, price: String(toDecimal(unitPriceMinor)) });
  // It is refused again until another one is chosen, so that nobody gets money by mistake.
  const goneValue = wantedValue({ sku: chosen, price: '0' });
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={`exchange-${id}`} className={look.label}>
        Refund or exchange<span className="sr-only"> of {whole}</span>
      </label>
      <select
        id={`exchange-${id}`}
        name="exchange"
        defaultValue={before ? offeredValue(before) : isGone ? goneValue : ''}
        className={look.control}
      >
        {isGone ? <option value={goneValue}>Not there any more: choose again</option> : null}
        <option value="">Refund</option>
        {exchangeable.map((one) => (
          <option key={one.sku} value={offeredValue(one)}>
            {wordsOf(one, payer)}
          </option>
        ))}
      </select>
    </div>
  );
}

function wordsOf(
  { variantName, differenceMinor }: ReturnableLine['exchangeable'][number],
  payer: string,
): string {
  const words = `Exchange for ${variantName}`;
  if (differenceMinor === 0) return words;
  const amount = formatMoney(Math.abs(differenceMinor));
  return `${words}, ${differenceMinor > 0 ? `${amount} back each` : `${payer} ${amount} more each`}`;
}
