import { getCustomer } from '#features/customers/customers.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import { listOrdersForStaff } from '#features/orders/orders.ts';
import { MOST_COUNTED } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { rowKeys } from '../../components/console/use-list-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/customer.ts';
import { AboutCustomer } from './customer/about-customer.tsx';
import { AddressBook } from './customer/address-book.tsx';
import { CustomerOrders } from './customer/customer-orders.tsx';
import { CustomerSums } from './customer/customer-sums.tsx';

/** The most orders on the page. */
const SHOWN = 20;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.customer.name ?? 'Customer', 'A customer and their orders.');

export const handle = { keys: rowKeys };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const filter = { ...EVERY_ORDER, customer: params.id };
  const newest = {
    filter,
    sort: 'newest',
    limit: SHOWN,
    after: null,
    counted: MOST_COUNTED + 1,
  } as const;
  const [customer, { items, count }] = await orErrorPage(
    Promise.all([getCustomer(ctx, actor, params.id), listOrdersForStaff(ctx, actor, newest)]),
  );
  return { customer, orders: items, count };
}

export default function Customer({ loaderData }: Route.ComponentProps) {
  const { customer, orders, count } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/customers" className="link">
          Customers
        </Link>
      </p>
      <ConsoleHeading title={customer.name} about={<AboutCustomer customer={customer} />} />
      <CustomerSums customer={customer} />
      <CustomerOrders customer={customer} orders={orders} count={count} />
      <AddressBook addresses={customer.addresses} />
    </div>
  );
}
