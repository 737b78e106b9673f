import { data, Form, useNavigation } from 'react-router';
import {
  editBoosts,
  editPins,
  getPins,
  removePins,
} from '#features/merchandising/merchandising.ts';
import { MAX_PINNED, type PinnedProduct } from '#features/merchandising/pins.schema.ts';
import { findForStaff } from '#features/product-management/product-management.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { ShownIds } from '../../components/console/row-order/stored-order-list.tsx';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readText } from '../../list-text.ts';
import { redirectWithNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/pin-editor.ts';
import { Boosts } from './pins/boost-list.tsx';
import { FindProduct } from './pins/find-product.tsx';
import { pinNotices } from './pins/pin-notices.ts';
import { PinnedList } from './pins/pinned-list.tsx';
import { readBoostsChange } from './pins/read-boosts.ts';
import { readPinsChange } from './pins/read-change.ts';

/** Products that a search for one to pin shows. */
const MAX_FOUND = 8;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(
    loaderData ? `Pinned for ${loaderData.pins.query}` : 'Pinned products',
    'Products that come first in a search.',
  );

/** The pinned products and boosts of a search, and with `?q=` products that can be pinned. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const pins = await orErrorPage(getPins(ctx, actor, params.id));
  const q = readText(url.searchParams);
  const isPinned = (id: string) => pins.products.some((product) => product.id === id);
  const all = q === null ? [] : await orErrorPage(findForStaff(ctx, actor, q, MAX_FOUND));
  const found = all
    .filter(({ id }) => !isPinned(id))
    .map(({ id, name, sku, status }) => {
      const label = status === 'active' ? null : productStatusLabels[status];
      return { id, name, about: [sku, label].filter(Boolean).join(', ') };
    });
  const { categories } = await ctx.siteContent.read();
  return { pins, q, found, categories: categories.map(({ name }) => name) };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const { id } = params;
  const { shown, products } = readPinsChange(posted);
  const isRemoval = posted.get('intent') === 'remove';
  const boosts = readBoostsChange(posted);
  const { refusal } = await orRefusal(
    isRemoval
      ? removePins(ctx, actor, { id, shown })
      : boosts
        ? editBoosts(ctx, actor, { id, ...boosts })
        : editPins(ctx, actor, { id, shown, products }),
  );
  if (refusal) {
    // A page that is not there could not show the refusal.
    if ((await orRefusal(getPins(ctx, actor, id))).refusal) {
      throw redirectWithNotice('/admin/searches/pins', pinNotices, 'pins-gone');
    }
    return refuse(refusal);
  }
  if (isRemoval) throw redirectWithNotice('/admin/searches/pins', pinNotices, 'pins-removed');
  return data({ message: undefined });
}

export default function PinEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { pins, q, found, categories } = loaderData;
  const { query, products } = pins;
  // A refusal is shown with the products as they are now, which the router loads after it.
  const refusal = useNavigation().state === 'idle' ? actionData?.message : undefined;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <TypedGuard />
      <ConsoleHeading
        title={`Pinned for ‘${query}’`}
        about={`At most ${MAX_PINNED} products. The first is shown first. Filters apply to them, too, and so does a size or color in the text.`}
      >
        <ButtonLink to="/admin/searches/pins" className={DENSE_BUTTON}>
          All pinned products
        </ButtonLink>
        <ButtonLink to={`/search?${new URLSearchParams({ q: query })}`} className={DENSE_BUTTON}>
          See the search
        </ButtonLink>
      </ConsoleHeading>
      {refusal ? (
        <Notice tone="danger" className="mb-4">
          {refusal}
        </Notice>
      ) : null}
      <div className="max-w-3xl space-y-6">
        {products.length > 0 ? (
          <PinnedList products={products} />
        ) : (
          <p className="text-ink-soft">
            No product is pinned yet. Without pinned products and boosts, this search is as it was.
          </p>
        )}
        <FindProduct q={q} found={found} pins={pins} />
        <Boosts boosts={pins.boosts} categories={categories} />
        <Removal query={query} products={products} />
      </div>
    </div>
  );
}

function Removal({ query, products }: { query: string; products: PinnedProduct[] }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <ShownIds rows={products} />
      <Button
        name="intent"
        value="remove"
        aria-label={`Remove the pinned products and boosts of ${query}`}
        className={DENSE_BUTTON}
      >
        Remove
      </Button>
      <p className="text-sm text-ink-soft">
        The search is then sorted by{' '}
        <Link to={`/search?${new URLSearchParams({ q: query })}`} className="link">
          its words
        </Link>{' '}
        alone. The products stay in the shop.
      </p>
    </Form>
  );
}
