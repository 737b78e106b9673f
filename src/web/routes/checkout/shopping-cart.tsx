import { lazy, useEffect, useState } from 'react';
import { data } from 'react-router';
import { destination } from '#features/cart/cart.schema.ts';
import { getCart, setDestination, suggestDestination } from '#features/cart/cart.ts';
import { hasOtherCountries } from '#features/delivery/delivery.ts';
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
  type ShownCart,
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
import { submitForm } from '../../posted-form.ts';
import { orErrorPage, readForm } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/shopping-cart.ts';
import { estimateAbroad, loadAbroad, showCountry } from './shopping-cart/abroad.ts';
import { EstimateForm } from './shopping-cart/estimate-form.tsx';
import { GrandTotal } from './shopping-cart/grand-total.tsx';

// In its own file, because few customers are in another country.
const AbroadForm = lazy(() => import('./shopping-cart/abroad-form.tsx'));

export const handle = { notices: cartNotices };

export const meta = () =>
  privatePage('Shopping cart', 'What is in your cart, and what shipping costs.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireCheckOut(visit, url);
  const [cart, siteContent] = await orErrorPage(
    Promise.all([getCart(visit.ctx, visit.actor), visit.siteContent()]),
  );
  const texts = textsOf(siteContent, 'cart');
  if (cart.lines.length === 0) {
    return {
      texts: visit.isSessionOver ? { ...texts, empty: SIGNED_OUT } : texts,
      cart,
      waiting: await findWaiting(visit),
      suggested: null,
      hasAbroad: false,
      abroad: null,
    };
  }
  const suggested =
    cart.city === null ? await orErrorPage(suggestDestination(visit.ctx, visit.actor)) : null;
  const isAsked = url.searchParams.has('abroad') || (suggested ?? cart).country !== null;
  const more = {
    hasAbroad: hasOtherCountries(visit.ctx),
    abroad: isAsked ? loadAbroad(visit.ctx, cart, suggested) : null,
  };
  return { texts, cart, waiting: null, suggested, ...more };
}

/** Instead of the text of an empty cart. From the server, so that it costs the page no script. */
const SIGNED_OUT = 'You are signed out. Log in to see the cart of your account.';

/** Finds the order of a failed payment for a customer whose cart is now empty. */
async function findWaiting({ ctx, actor }: Visit) {
  if (!actor.user) return orErrorPage(findUnpaidLinked(ctx, actor));
  const { items } = await orErrorPage(listMyOrders(ctx, actor, { limit: 1 }));
  const [newest] = items;
  return newest?.status === 'pending' ? { id: newest.id, number: newest.number } : null;
}

/** Sets the shipping estimate, in the shop's own country or in another one. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireCheckOut(visit, url);
  const form = await readForm(context);
  const intent = form.get('intent');
  if (intent === 'country') return { result: null, abroad: showCountry(visit, form) };
  if (intent === 'abroad') {
    const refused = await estimateAbroad(visit, form);
    return refused && data({ result: null, abroad: refused.response }, refused.init);
  }
  const { refused } = await submitForm(form, destination, (where) =>
    setDestination(visit.ctx, visit.actor, where),
  );
  return refused ? data({ result: refused.result, abroad: null }, refused.init) : null;
}

export default function ShoppingCart({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, waiting, suggested, hasAbroad, abroad } = loaderData;
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
              Pay or change it
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
          <Estimate
            {...{ texts, cart, suggested, hasAbroad, abroad }}
            response={actionData}
            onEdit={setEstimateEdited}
          />
          <GrandTotal {...{ texts, cart, estimateEdited }} />
        </div>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** The shipping estimate, in the shop's own country or in another one. */
function Estimate({
  texts,
  cart,
  suggested,
  hasAbroad,
  abroad,
  response,
  onEdit,
}: Pick<Loaded, 'texts' | 'suggested' | 'hasAbroad' | 'abroad'> & {
  cart: ShownCart;
  response: Route.ComponentProps['actionData'];
  onEdit: (differs: boolean) => void;
}) {
  const [own, setOwn] = useState(false);
  const [other, setOther] = useState(false);
  useEffect(() => onEdit(own || (other && abroad !== null)), [own, other, abroad, onEdit]);
  return (
    <EstimateForm {...{ texts, cart, suggested }} lastResult={response?.result} onEdit={setOwn}>
      {abroad ? (
        <AbroadForm {...{ texts, cart, abroad }} response={response?.abroad} onEdit={setOther} />
      ) : null}
      {hasAbroad && !abroad ? (
        <p className="mt-5 border-t border-line pt-3">
          <Link
            to="/shoppingCart?abroad"
            preventScrollReset
            className="link inline-flex min-h-11 items-center"
          >
            {texts.abroad}
          </Link>
        </p>
      ) : null}
    </EstimateForm>
  );
}

function columns(texts: Texts<'cart'>, onRemove: (line: ShownLine) => void): Column<ShownLine>[] {
  return [
    { header: texts.productsName, narrow: 'title', cell: (line) => <LineName line={line} /> },
    {
      header: texts.unitPrice,
      numeric: true,
      width: 'lg:w-28',
      cell: (line) => formatMoney(line.unitPriceMinor),
    },
    { header: texts.quantity, width: 'lg:w-36', cell: (line) => <LineQuantity line={line} /> },
    {
      header: texts.amount,
      numeric: true,
      width: 'lg:w-28',
      cell: (line) => <span className="font-semibold">{formatMoney(line.lineTotalMinor)}</span>,
    },
    {
      header: texts.removeItem,
      narrow: 'corner',
      width: 'lg:w-28',
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
