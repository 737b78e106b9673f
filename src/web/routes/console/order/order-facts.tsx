import { hasToShip } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { AddressLines } from '../../../components/order/address-lines.tsx';
import { DeliveryPromise } from '../../../components/order/delivery-promise.tsx';
import { isMissingAddress } from '../../../components/order/missing-address.tsx';
import { Link } from '../../../ui/link.tsx';

/** Who ordered, and where the parcels and the bill go. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { address, billingAddress } = order;
  const canChange = hasToShip(order);
  return (
    <>
      <Customer order={order} />
      {order.delivery ? (
        <section aria-labelledby="delivery" className="text-sm">
          <h2 id="delivery" className="mb-1 font-sans text-base font-semibold">
            Delivery
          </h2>
          <p>
            <DeliveryPromise delivery={order.delivery} order={order} />
          </p>
        </section>
      ) : null}
      <section aria-labelledby="delivery-address" className="text-sm">
        <h2 id="delivery-address" className="mb-1 font-sans text-base font-semibold">
          Delivery address
        </h2>
        {address ? (
          <AddressLines address={address} />
        ) : (
          <>
            <p>{[order.city, order.zip, order.country].filter(Boolean).join(', ')}</p>
            {isMissingAddress(order) ? (
              <p className="font-semibold text-danger">Address missing</p>
            ) : null}
          </>
        )}
        {canChange ? (
          <p className="mt-1">
            <Link to={`/account/addresses/new?order=${order.id}&back=order`} className="link">
              {address ? 'Correct address' : 'Add address'}
            </Link>
          </p>
        ) : null}
      </section>
      {billingAddress ? (
        <section aria-labelledby="billing-address" className="text-sm">
          <h2 id="billing-address" className="mb-1 font-sans text-base font-semibold">
            Billing address
          </h2>
          <AddressLines address={billingAddress} />
        </section>
      ) : null}
    </>
  );
}

function Customer({
  order: { name, email, isGuest, customerId },
}: {
  order: Pick<OrderView, 'name' | 'email' | 'isGuest' | 'customerId'>;
}) {
  return (
    <section aria-labelledby="customer" className="text-sm">
      <h2 id="customer" className="mb-1 font-sans text-base font-semibold">
        Customer
      </h2>
      <p className="wrap-anywhere">
        {customerId === null ? (
          name
        ) : (
          <Link to={`/admin/customers/${customerId}`} className="link inline-block py-0.5">
            {name}
          </Link>
        )}
      </p>
      {isGuest ? <p className="text-ink-soft">A guest, without an account</p> : null}
      <p className="wrap-anywhere">
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      </p>
      <p className="mt-1">
        <Link to={`/admin/orders?${new URLSearchParams({ q: email })}`} className="link">
          Orders of this customer
        </Link>
      </p>
    </section>
  );
}
