import { redirect } from 'react-router';
import { MOST_OF_IMAGE } from '#features/images/images.schema.ts';
import { viewOwnOrderPage } from '#features/orders/orders.ts';
import { readReturnPolicy } from '#features/return-policy/return-policy.ts';
import { refundedElsewhereText } from '#features/returns/refunded-elsewhere.schema.ts';
import { payUntil, reservedUntil } from '#features/returns/reserved-exchanges.schema.ts';
import { FinalSaleHelp } from '../../components/order/final-sale-help.tsx';
import type { NoticeHandle } from '../../components/page/page-notice.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readRequestedReturn } from '../../components/return/requested-return.ts';
import { returnableParts } from '../../components/return/returnable-parts.ts';
import { requireCustomerOf } from '../../guest-guards.ts';
import { redirectWithNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/return-order.ts';
import { changeReturns } from './return-order/change-returns.ts';
import { ReturnList } from './return-order/return-list.tsx';
import { returnNotices } from './return-order/return-notices.ts';
import { ReturnPart } from './return-order/return-part.tsx';

export const handle: NoticeHandle = { notices: returnNotices };

// A refused exchange shows the variants and prices of now.
export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export const meta = () => privatePage('Return items', 'Sending back what you bought.');

/** The whole form is discarded unread when its photos are too large. */
const PHOTOS_TOOK_FORM = `Those photos are larger than ${MOST_OF_IMAGE} together. Please choose fewer or smaller ones, and enter again what you typed.`;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  await requireCustomerOf(visit, url, params.orderId);
  const { ctx, actor } = visit;
  const { order, isDeleted } = await orErrorPage(viewOwnOrderPage(ctx, actor, params.orderId));
  // An email of its return leads here. The order's page offers to put it back into My Orders.
  if (isDeleted) throw redirect(`/myOrders/${order.id}`);
  const sources = await returnableParts(ctx, order);
  const { postagePaidBy } = await orErrorPage(readReturnPolicy(ctx.db));
  const { brand, contact, returns: rules } = ctx.shop;
  return {
    id: order.id,
    number: order.number,
    tooLarge: url.searchParams.get('image') === 'too_large',
    back: order.isGuest ? `/myOrders/${order.id}` : '/myOrders',
    lines: order.lines.map(({ name, variantName, isFinalSale, deliveredQuantity }) => ({
      ...{ name, variantName, isFinalSale, deliveredQuantity },
    })),
    sources,
    postage: postagePaidBy,
    returns: order.returns.toReversed().map((one) => ({
      ...one,
      reservedUntil: reservedUntil(one, rules.exchangeDays ?? 0),
      refundedElsewhere: refundedElsewhereText(order, one),
      payUntil: payUntil(one, rules.exchangeDays ?? 0),
      parcels: order.fulfillments.filter(({ id }) =>
        one.lines.some(({ exchange }) => exchange?.fulfillmentId === id),
      ),
    })),
    shopAddress: [brand, ...contact.address],
  };
}

/** Requests a return, or withdraws one. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  await requireCustomerOf(visit, url, params.orderId);
  const posted = await readForm(context);
  const { value, refusal } = await orRefusal(changeReturns(visit, params.orderId, posted));
  if (refusal) {
    return refuse(refusal, {
      asked: refusal.details.returnId ? null : readRequestedReturn(posted),
    });
  }
  throw redirectWithNotice(`/returnOrder/${params.orderId}`, returnNotices, value);
}

export default function ReturnOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, tooLarge, back, lines, sources, postage, returns, shopAddress } = loaderData;
  const isDelivered = lines.some(({ deliveredQuantity }) => deliveredQuantity > 0);
  const refused = actionData?.message ?? (tooLarge ? PHOTOS_TOOK_FORM : null);
  return (
    <div className="page-width max-w-3xl pb-section">
      <PageHeading title={`Return items of order ${number}`} />
      {refused ? (
        <Notice tone="danger" className="mb-6">
          {refused}
        </Notice>
      ) : null}
      <ReturnList orderId={id} returns={returns} lines={lines} shopAddress={shopAddress} />
      {sources.map((source) => (
        <ReturnPart
          key={source.ofReturn ?? ''}
          {...{ source, postage }}
          asked={actionData?.asked ?? null}
        />
      ))}
      {sources.length === 0 ? (
        <p className="text-lg text-ink-soft">
          {isDelivered
            ? 'Nothing in this order can be sent back now.'
            : 'Items can be sent back once their parcel is delivered.'}
        </p>
      ) : null}
      <FinalSaleHelp lines={lines} />
      <p className="mt-8">
        <Link to={back} className="link font-semibold">
          {back === '/myOrders' ? 'Back to My Orders' : 'Back to the order'}
        </Link>
      </p>
    </div>
  );
}
