import { parseWithZod } from '@conform-to/zod/v4';
import { useState } from 'react';
import { data } from 'react-router';
import { destination } from '#features/cart/cart.schema.ts';
import { findSavedDestination, getCart, setDestination } from '#features/cart/cart.ts';
import { findUnpaidLinked, listMyOrders } from '#features/orders/orders.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { textsOf } from '#features/texts/texts.ts';
import { formatMoney } from '#shared/money.ts';
import {
  LineQuantity,
  LineWarning,
  RemoveLine,
} from '../../components/cart/cart-line-controls.tsx';
import {
  type ShownLine,
  usePendingChanges,
  withChanges,
} from '../../components/cart/pending-cart.ts';
import { PriceChanges } from '../../components/cart/price-changes.tsx';
import { RemovedLine } from '../../components/cart/removed-line.tsx';
import { ProductImage } from '../../components/image/product-image.tsx';
import { cartNotices } from '../../components/page/cart-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { FinalSale } from '../../components/product/final-sale.tsx';
import { productPath } from '../../components/product/product-card-view.ts';
import { requireCheckOut } from '../../guest-guards.ts';
import { orErrorPage, orRefusal, readForm } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/shopping-cart.ts';
import { EstimateForm } from './shopping-cart/estimate-form.tsx';
import { GrandTotal } from './shopping-cart/grand-total.tsx';

export const handle = { notices: cartNotices };

export const meta = () =>
  privatePage('Shopping cart', 'What is in your cart, and what shipping costs.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireCheckOut(visit, url);
  const [cart, sections] = await orErrorPage(
    Promise.all([getCart(visit.ctx, visit.actor), visit.sections()]),
  );
  const texts = textsOf(sections, 'cart');
  if (cart.lines.length === 0) {
    return { texts, cart, waiting: await findWaiting(visit), suggested: null };
  }
  const { city, zip } = cart;
  const isEstimated = city !== null && zip !== null;
  const saved = isEstimated
    ? null
    : await orErrorPage(findSavedDestination(visit.ctx, visit.actor));
  return { texts, cart, waiting: null, suggested: saved };
}

/** Finds the order of a failed payment for a customer whose cart is now empty. */
async function findWaiting({ ctx, actor }: Visit) {
  if (!actor.user) {
    const order = await orErrorPage(findUnpaidLinked(ctx, actor));
    return order && { ...order, mayChange: false };
  }
  const { items } = await orErrorPage(listMyOrders(ctx, actor, { limit: 1 }));
  const [newest] = items;
  return newest?.status === 'pending'
    ? { id: newest.id, number: newest.number, mayChange: true }
    : null;
}

/** Sets the shipping estimate. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireCheckOut(visit, url);
  const submission = parseWithZod(await readForm(context), { schema: destination });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { refusal } = await orRefusal(setDestination(visit.ctx, visit.actor, submission.value));
  if (!refusal) return submission.reply();
  return data(submission.reply({ formErrors: [refusal.message] }), { status: refusal.status });
}

export default function ShoppingCart({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, waiting, suggested } = loaderData;
  const cart = withChanges(loaderData.cart, usePendingChanges());
  const [estimateEdited, setEstimateEdited] = useState(false);
  const [removed, setRemoved] = useState<ShownLine | null>(null);
  const undo = removed ? (
    <RemovedLine key={removed.variantId} line={removed} onUndo={() => setRemoved(null)} />
  ) : null;

  if (cart.lines.length === 0) {
    return (
      <div className="page-width space-y-6">
        <PageHeading title={texts.title} />
        {undo}
        <EmptyState title={texts.empty}>
          <ButtonLink look="accent" to="/">
            {texts.findSomething}
          </ButtonLink>
        </EmptyState>
        {waiting ? (
          <p className="text-center">
            Order {waiting.number} is not paid yet.{' '}
            <Link to={`/checkOut/${waiting.id}`} className="link">
              {waiting.mayChange ? 'Pay or change it' : 'Pay it'}
            </Link>
          </p>
        ) : null}
      </div>
    );
  }

  return (
    <div className="page-width">
      <PageHeading title={texts.title} />
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-14">
        <div className="space-y-4">
          {undo}
          <PriceChanges lines={cart.lines} returnTo="/shoppingCart" />
          <DataTable
            caption="What is in your cart"
            columns={columns(texts, setRemoved)}
            rows={cart.lines}
            keyOf={({ variantId }) => variantId}
          />
        </div>
        <div className="grid content-start items-start gap-6 md:grid-cols-2 xl:grid-cols-1">
          <EstimateForm
            texts={texts}
            cart={cart}
            suggested={suggested}
            lastResult={actionData}
            onEdit={setEstimateEdited}
          />
          <GrandTotal texts={texts} cart={cart} estimateEdited={estimateEdited} />
        </div>
      </div>
    </div>
  );
}

function columns(texts: Texts<'cart'>, onRemove: (line: ShownLine) => void): Column<ShownLine>[] {
  return [
    { header: texts.productsName, narrow: 'title', cell: (line) => <LineName line={line} /> },
    { header: texts.unitPrice, numeric: true, cell: (line) => formatMoney(line.unitPriceMinor) },
    { header: texts.quantity, cell: (line) => <LineQuantity line={line} /> },
    {
      header: texts.amount,
      numeric: true,
      cell: (line) => <span className="font-semibold">{formatMoney(line.lineTotalMinor)}</span>,
    },
    {
      header: texts.removeItem,
      narrow: 'corner',
      cell: (line) => <RemoveLine line={line} onRemove={() => onRemove(line)} />,
    },
  ];
}

function LineName({ line }: { line: ShownLine }) {
  return (
    <div className="flex items-center gap-4">
      <ProductImage
        url={line.image}
        alt=""
        sizes="72px"
        className="w-14 shrink-0 rounded-control md:w-18"
      />
      <div className="min-w-0 text-left">
        <Link to={productPath(line)} className="font-semibold hover:underline">
          {line.name}
        </Link>
        {line.variantName ? <p className="text-sm text-ink-soft">{line.variantName}</p> : null}
        <FinalSale of={line} />
        <LineWarning line={line} />
      </div>
    </div>
  );
}
