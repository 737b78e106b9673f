import type { Texts } from '#features/texts/texts.schema.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { ToPay } from './to-pay.ts';

/** What happens next, after an order is paid. */
export function ThankYou({
  texts,
  toPay,
  name,
  email,
}: {
  texts: Texts<'checkout'>;
  toPay: ToPay;
  name: string;
  email: string;
}) {
  return (
    <section
      aria-labelledby="thank-you-title"
      className="mb-10 rounded-panel border border-line bg-success-tint p-6 print:hidden"
    >
      <h2 id="thank-you-title" className="text-heading">
        {texts.thankYou}, {name}
      </h2>
      <p className="mt-2 max-w-prose">
        We have your order {toPay.number} and write to {email} as soon as it is sent.
      </p>
      <ButtonLink to={`/myOrders/${toPay.orderId}`} className="mt-4">
        {texts.seeOrder}
      </ButtonLink>
    </section>
  );
}
