import type { Estimate } from '#features/checkout/checkout.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ToPay } from './to-pay.ts';

/** Adds or changes the delivery address, and tells when that changes shipping or taxes. */
export function AddressChoice({ toPay }: { toPay: ToPay }) {
  const { orderId, isGuest, needsAddress, billingAddress, estimate, city } = toPay;
  if (orderId && !needsAddress) return null;
  if (needsAddress) {
    const to = orderId
      ? `/account/addresses/new?order=${orderId}`
      : '/account/addresses?for=delivery';
    return (
      <section aria-label="Delivery address" className="space-y-4 rounded-card bg-tint px-5 py-4">
        <p>
          <span className="font-semibold text-danger">Address missing.</span> We know the city. The
          courier needs a name, a street and a phone as well.
        </p>
        <ButtonLink to={to} look="solid">
          Add the delivery address
        </ButtonLink>
      </section>
    );
  }
  return (
    <section aria-label="Delivery address" className="space-y-4">
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {isGuest ? (
          <Link to="/guestCheckout" className="link">
            Change email or address
          </Link>
        ) : (
          <>
            <Link to="/account/addresses?for=delivery" className="link">
              Change delivery address
            </Link>
            <Link to="/account/addresses?for=billing" className="link">
              {billingAddress ? 'Change billing address' : 'Use another billing address'}
            </Link>
          </>
        )}
      </p>
      {estimate ? <EstimateDifference estimate={estimate} city={city} /> : null}
    </section>
  );
}

/** Which address counts, and what it changes of the estimate. */
function EstimateDifference({ estimate, city }: { estimate: Estimate; city: string }) {
  return (
    <Notice tone="info">
      {estimate.isElsewhere ? (
        <p>
          {estimate.shipping || estimate.taxes
            ? 'This order goes to the address above.'
            : `This order goes to the address above, in ${city}. Your estimate was for ${estimate.place}, and shipping costs the same.`}
        </p>
      ) : null}
      {estimate.shipping ? (
        <p>
          Shipping to {city} costs {formatMoney(estimate.shipping.minor)}. Your estimate for{' '}
          {estimate.place} was {formatMoney(estimate.shipping.estimatedMinor)}.
        </p>
      ) : null}
      {estimate.taxes ? (
        <p>
          The taxes to {city} are {formatMoney(estimate.taxes.minor)}. Your estimate for{' '}
          {estimate.place} had {formatMoney(estimate.taxes.estimatedMinor)}.
        </p>
      ) : null}
    </Notice>
  );
}
