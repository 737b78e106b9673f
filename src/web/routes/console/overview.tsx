import { countOpenWork } from '#features/orders/orders.ts';
import { findPaymentProblems } from '#features/payments/payments.ts';
import {
  countShort,
  countUnpublished,
  hasProducts,
} from '#features/product-management/product-management.ts';
import { summarizeSales } from '#features/sales-reports/sales-reports.ts';
import { MOST_COUNTED, upTo } from '#shared/counted.ts';
import { shop } from '#shop-config';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/overview.ts';
import { SalesSummaryCards } from './sales/sales-summary-cards.tsx';

export const meta = () =>
  privatePage('Overview', 'What the shop sells, and what needs attention now.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const [sales, work, problems, unpublished, short, isStocked] = await orErrorPage(
    Promise.all([
      summarizeSales(ctx, actor),
      countOpenWork(ctx, actor, MOST_COUNTED + 1),
      findPaymentProblems(ctx, actor),
      countUnpublished(ctx, actor, MOST_COUNTED + 1),
      countShort(ctx, actor, MOST_COUNTED + 1),
      hasProducts(ctx, actor),
    ]),
  );
  return { sales, work, problems, unpublished, short, isStocked };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { sales, work, problems, unpublished, short, isStocked } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Overview"
        about={`What ${shop.brand} sells, and what needs your attention now.`}
      />
      {problems.keysRefused ? (
        <Notice tone="danger" className="mb-4">
          The card provider refuses the shop’s keys.{' '}
          <Link to="/admin/payment-problems" className="link">
            See payment problems
          </Link>
        </Notice>
      ) : null}
      {isStocked ? null : <Beginning />}
      <SalesSummaryCards sales={sales} />
      <OrderCounts work={work} problems={problems} />
      <h2 className="mt-6 mb-2 font-sans text-sm font-semibold text-ink-soft">Products</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        <Count count={unpublished.drafts} label="Drafts" to="/admin/products?status=draft" />
        <Count
          count={unpublished.scheduled}
          label="Scheduled"
          to="/admin/products?status=scheduled"
        />
        <Count {...short.low} label="Low stock" to="/admin/products?status=active&stock=low" />
        <Count {...short.soldOut} label="Sold out" to="/admin/products?status=active&stock=out" />
      </ul>
      <MoreLinks />
    </div>
  );
}

/** What waits in orders. */
function OrderCounts({
  work,
  problems,
}: Pick<Route.ComponentProps['loaderData'], 'work' | 'problems'>) {
  return (
    <>
      <h2 className="mt-6 mb-2 font-sans text-sm font-semibold text-ink-soft">Orders</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Count count={work.toShip} label="Orders to ship" to="/admin/orders?fulfillment=to_ship" />
        <Count
          count={work.withoutAddress}
          label="To ship, address missing"
          to="/admin/orders?fulfillment=to_ship&address=missing"
          isUrgent
        />
        <Count count={work.onTheWay} label="On the way" to="/admin/orders?fulfillment=fulfilled" />
        <Count count={work.openReturns} label="Open returns" to="/admin/orders?returns=open" />
        <Count
          count={work.exchanges}
          label="Exchanges to send"
          to="/admin/orders?returns=to_send"
        />
        <Count count={work.unpaid} label="Unpaid orders" to="/admin/orders?payment=unpaid" />
        <Count
          count={problems.refunds}
          label="Failed refunds"
          to="/admin/payment-problems"
          isUrgent
        />
        <Count
          count={problems.payments}
          label="Unknown payments"
          to="/admin/payment-problems?list=payments"
          isUrgent
        />
      </ul>
    </>
  );
}

function MoreLinks() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-6 text-sm">
      <Link to="/admin/products?image=missing" className="link py-2">
        Products without an image
      </Link>
      <Link to="/admin/held-stock" className="link py-2">
        Stock that unpaid orders hold
      </Link>
    </p>
  );
}

/** The number of things that wait, as a link to them. */
function Count({
  count,
  label,
  to,
  isUrgent = false,
  hasMore = false,
}: {
  count: number;
  label: string;
  to: string;
  isUrgent?: boolean;
  /** Whether there may be more than were counted. */
  hasMore?: boolean;
}) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full items-baseline gap-3 rounded-card border border-line bg-surface px-4 py-3 hover:border-line-strong"
      >
        <span
          className={`text-heading font-semibold tabular-nums ${isUrgent && count > 0 ? 'text-danger' : ''} ${count === 0 ? 'text-ink-soft' : ''}`}
        >
          {upTo(count, MOST_COUNTED)}
          {hasMore && count <= MOST_COUNTED ? '+' : ''}
        </span>
        <span className="text-sm">{label}</span>
      </Link>
    </li>
  );
}

/** The first steps of a new shop. */
function Beginning() {
  return (
    <EmptyState title="Begin with a product">
      <ButtonLink look="accent" to="/admin/products/new">
        Add the first product
      </ButtonLink>
      <p className="w-full text-sm text-ink-soft">
        Or{' '}
        <Link to="/admin/imports" className="link">
          import a CSV file
        </Link>{' '}
        of Shopify, WooCommerce or another shop
      </p>
    </EmptyState>
  );
}
