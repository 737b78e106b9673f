import { useSubmit } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { DeliveryPromise } from '../../../components/order/delivery-promise.tsx';
import { Button } from '../../../ui/button.tsx';
import { PAY_LATER, type ToPay } from './to-pay.ts';

/**
 * The way of delivery of an order, or those of a cart. If there are several, they belong to the
 * form of Pay Later, so that it sends the chosen one without script.
 */
export function DeliveryChoice({ toPay: { options, delivery } }: { toPay: ToPay }) {
  const submit = useSubmit();
  if (options.length < 2) {
    return delivery ? (
      <section
        aria-label="Delivery"
        className="rounded-card border border-line bg-surface px-5 py-4 font-semibold wrap-anywhere"
      >
        <p className="text-sm font-normal text-ink-soft">Delivery</p>
        <DeliveryPromise delivery={delivery} />
      </section>
    ) : null;
  }
  return (
    <fieldset className="space-y-3">
      <legend className="mb-3 font-display text-heading">Delivery</legend>
      {options.map(({ id, name, note, arrives, priceMinor }) => (
        <label
          key={id}
          className="flex cursor-pointer gap-3 rounded-card border border-line bg-surface px-5 py-4 has-checked:border-accent"
        >
          <input
            type="radio"
            name="methodId"
            value={id}
            form={PAY_LATER}
            defaultChecked={id === delivery?.id}
            onChange={() =>
              submit(
                { intent: 'method', methodId: id },
                { method: 'post', replace: true, preventScrollReset: true },
              )
            }
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="font-semibold">{name}</span>
            {[arrives, note].map((text) =>
              text ? (
                <span key={text} className="block text-sm text-ink-soft">
                  {text}
                </span>
              ) : null,
            )}
          </span>
          <span className="shrink-0 tabular-nums">
            {priceMinor === 0 ? 'Free' : formatMoney(priceMinor)}
          </span>
        </label>
      ))}
      <p className="hidden scriptless:block">
        <Button form={PAY_LATER} name="intent" value="method">
          Update the total
        </Button>
      </p>
    </fieldset>
  );
}
