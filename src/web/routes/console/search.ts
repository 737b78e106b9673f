import { redirect } from 'react-router';
import { findCustomers } from '#features/customers/customers.ts';
import { findSections } from '#features/merchandising/merchandising.ts';
import { paymentLabels } from '#features/orders/lists/staff-orders.schema.ts';
import { findOrders } from '#features/orders/orders.ts';
import { findForStaff } from '#features/product-management/product-management.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { settingAddress } from '#features/settings/settings.schema.ts';
import { findSettings } from '#features/settings/settings.ts';
import { findShopPages } from '#features/shop-pages/shop-pages.ts';
import { formatMoney } from '#shared/money.ts';
import type { FoundGroup, SearchResult } from '../../components/console/search-result.ts';
import { readText } from '../../list-text.ts';
import { isDocumentRequest, orErrorPage, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import type { Route } from './+types/search.ts';

/** The most results of each kind. */
const MOST = 6;

/** Finds products, orders, customers, sections, pages and settings for the command palette. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  if (isDocumentRequest(request)) throw redirect(`/admin/products${url.search}`);
  const text = readText(url.searchParams) ?? '';
  if (text === '') return { ok: true, text, groups: [] } satisfies SearchResult;
  return { ok: true, text, groups: await findGroups(visit, text) } satisfies SearchResult;
}

async function findGroups({ ctx, actor, environment }: Visit, text: string): Promise<FoundGroup[]> {
  const [products, orders, customers, sections, pages] = await orErrorPage(
    Promise.all([
      findForStaff(ctx, actor, text, MOST),
      findOrders(ctx, actor, text, MOST),
      findCustomers(ctx, actor, text, MOST),
      findSections(ctx, actor, text, MOST),
      findShopPages(ctx, actor, text, MOST),
    ]),
  );
  return [
    {
      title: 'Products',
      items: products.map(({ id, name, sku, status }) => ({
        label: name,
        about: [sku, status === 'active' ? null : productStatusLabels[status]]
          .filter(Boolean)
          .join(', '),
        to: `/admin/products/${id}`,
      })),
    },
    {
      title: 'Orders',
      items: orders.map((order) => ({
        label: order.number,
        about: `${order.name}, ${order.email}, ${stateOf(order)}, ${formatMoney(order.totalMinor)}`,
        to: `/admin/orders/${order.id}`,
      })),
    },
    {
      title: 'Customers',
      items: customers.map(({ id, name, email }) => ({
        label: name,
        about: email,
        to: `/admin/customers/${id}`,
      })),
    },
    namedGroup('Categories', '/admin/categories', sections.categories),
    namedGroup('Collections', '/admin/collections', sections.collections),
    namedGroup('Pages of the shop', '/admin/pages', pages),
    {
      title: 'Settings',
      items: findSettings(ctx, actor, environment, text, MOST).map(
        ({ name, about, value, place }) => ({
          label: about,
          about: `${name}${place === 'environment' ? '' : ` in ${place}`}: ${value}`,
          to: settingAddress(name),
        }),
      ),
    },
  ];
}

/** What became of an order, such as 'cancelled, refunded'. */
function stateOf({
  paymentStatus,
  isCancelled,
  isDeleted,
}: Pick<
  Awaited<ReturnType<typeof findOrders>>[number],
  'paymentStatus' | 'isCancelled' | 'isDeleted'
>) {
  const payment = paymentStatus === 'voided' ? null : paymentLabels[paymentStatus].toLowerCase();
  const states = [isCancelled ? 'cancelled' : null, payment, isDeleted ? 'deleted' : null];
  return states.filter(Boolean).join(', ');
}

/** Records that have a name, and an editor below the page of their list. */
function namedGroup(
  title: string,
  list: string,
  found: { id: string; name: string }[],
): FoundGroup {
  return { title, items: found.map(({ id, name }) => ({ label: name, to: `${list}/${id}` })) };
}
