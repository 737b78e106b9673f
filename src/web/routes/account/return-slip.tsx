import { redirect } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { getOrder } from '#features/orders/orders.ts';
import {
  postageForStaff,
  returnReasonLabels,
} from '#features/orders/returns/return-labels.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { Day } from '../../components/day.tsx';
import { AddressLines } from '../../components/order/address-lines.tsx';
import { UnitsTable } from '../../components/order/units-table.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireCustomerOf } from '../../guest-guards.ts';
import { orErrorPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/return-slip.ts';

export const meta = () => privatePage('Return slip', 'A sheet for the parcel of a return.');

/**
 * `?return=…` names an approved return of the order, whose parcel is to be sent. Staff may print the
 * slip for its customer.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  await requireCustomerOf(visit, url, params.orderId);
  const { ctx, actor } = visit;
  const order = await orErrorPage(getOrder(ctx, actor, params.orderId));
  const one = order.returns.find(({ id }) => id === url.searchParams.get('return'));
  // The page that says what became of it.
  const back =
    actor.user?.role === 'admin' ? `/admin/orders/${order.id}` : `/returnOrder/${order.id}`;
  if (one?.state !== 'in_transit') throw redirect(back);
  const { brand, contact } = ctx.shop;
  const { number, name, address } = order;
  return {
    order: { number, name, address },
    back,
    asked: one.requestedAt,
    returnNumber: order.returns.indexOf(one) + 1,
    note: one.note,
    postage: one.postagePaidBy && postageForStaff[one.postagePaidBy],
    lines: one.lines.map((line) => toUnits(order, line)),
    shopAddress: [brand, ...contact.address],
  };
}

function toUnits(
  { lines }: Pick<OrderView, 'lines'>,
  { position, item, quantity, reason, exchange }: ReturnView['lines'][number],
) {
  const wanted = exchange?.state === 'reserved' ? `, in exchange for ${exchange.variantName}` : '';
  return {
    sku: item.sku,
    name: lines[position]?.name ?? '',
    variantName: item.variantName,
    units: quantity,
    about: `${returnReasonLabels[reason]}${wanted}`,
  };
}

export default function ReturnSlip({ loaderData }: Route.ComponentProps) {
  const { order, back, asked, returnNumber, note, postage, lines, shopAddress } = loaderData;
  return (
    <div className="page-width max-w-3xl pb-section">
      <PageHeading title="Return slip" />
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-heading font-semibold">Order {order.number}</p>
          <p>
            Return {returnNumber} of <Day iso={asked} />
          </p>
        </div>
        <section aria-labelledby="to-title">
          <h2 id="to-title" className="font-sans text-base font-semibold">
            To
          </h2>
          <address className="not-italic">
            {shopAddress.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </section>
      </div>
      <section aria-labelledby="from-title" className="my-5">
        <h2 id="from-title" className="font-sans text-base font-semibold">
          From
        </h2>
        {order.address ? <AddressLines address={order.address} /> : <p>{order.name}</p>}
      </section>
      <UnitsTable lines={lines} caption={`What comes back of order ${order.number}`} />
      {postage ? <p className="mt-3">{postage}</p> : null}
      {note ? <p className="mt-3 wrap-anywhere">{note}</p> : null}
      <div className="mt-8 print:hidden">
        <p>Please put this sheet into the parcel.</p>
        <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="button" onClick={() => window.print()} className="scriptless:hidden">
            Print
          </Button>
          <Link to={back} className="link font-semibold">
            {back.startsWith('/admin') ? 'Back to the order' : 'Back to your returns'}
          </Link>
        </p>
      </div>
    </div>
  );
}
