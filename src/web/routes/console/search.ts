import { redirect } from 'react-router';
import { findCustomers } from '#features/customers/customers.ts';
import { findOrders } from '#features/orders/orders.ts';
import { findForStaff } from '#features/product-management/product-management.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { settingAddress } from '#features/settings/settings.schema.ts';
import { findSettings } from '#features/settings/settings.ts';
import { formatMoney } from '#shared/money.ts';
import type { FoundGroup, SearchResult } from '../../components/console/search-result.ts';
import { readText } from '../../pagination.ts';
import { isDocumentRequest, orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/search.ts';

/** The most results of each kind. */
const MOST = 6;

/** Finds products, orders, customers and settings for the command palette. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  if (isDocumentRequest(request)) throw redirect(`/admin/products${url.search}`);
  const text = readText(url.searchParams) ?? '';
  if (text === '') return { ok: true, text, groups: [] } satisfies SearchResult;
  const { ctx, actor, environment } = visit;
  const [products, orders, customers] = await orErrorPage(
    Promise.all([
      findForStaff(ctx, actor, text, MOST),
      findOrders(ctx, actor, text, MOST),
      findCustomers(ctx, actor, text, MOST),
    ]),
  );
  const groups: FoundGroup[] = [
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
      items: orders.map(({ id, number, name, email, status, totalMinor }) => ({
        label: number,
        about: `${name}, ${email}, ${status}, ${formatMoney(totalMinor)}`,
        to: `/admin/orders/${id}`,
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
  return { ok: true, text, groups } satisfies SearchResult;
}
