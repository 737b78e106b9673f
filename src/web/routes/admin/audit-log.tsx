import { Link } from 'react-router';
import { nameAccounts } from '#features/accounts/accounts.ts';
import { listAudit } from '#features/audit-log/audit-log.ts';
import { nameOrders } from '#features/orders/orders.ts';
import { nameProducts } from '#features/product-management/product-management.ts';
import { counted } from '#shared/counted.ts';
import { DateTime } from '../../components/date-time.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readListWindow } from '../../pagination.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/audit-log.ts';
import { idsIn, type ShownEntry, toShown } from './audit-log/shown-entry.ts';

export const meta = () => privatePage('What staff did', 'Every change that staff made.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const window = readListWindow(url);
  const page = await orErrorPage(listAudit(visit.ctx, visit.actor, window));
  const { ctx, actor } = visit;
  const ids = idsIn(page.items);
  const named = await orErrorPage(
    Promise.all([
      nameAccounts(ctx, actor, ids.accounts),
      nameProducts(ctx, actor, ids.products),
      nameOrders(ctx, actor, ids.orders),
    ]),
  );
  const names = new Map(named.flatMap((some) => [...some]));
  const entries = page.items.map((one) => toShown(one, names));
  return { entries, next: page.next, window };
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { entries, next, window } = loaderData;
  return (
    <div className="page-width">
      <PageHeading title="What staff did" />
      {entries.length > 0 ? (
        <GrowingList
          thing="entry"
          rows={entries}
          renderRow={(entry) => <Entry entry={entry} />}
          skeleton={<Skeleton className="my-4 h-12" />}
          window={window}
          next={next}
          className="divide-y divide-line"
        />
      ) : (
        <EmptyState title="Nobody has done anything yet" />
      )}
    </div>
  );
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { action, actor, at, subjects, facts, fields, more } = entry;
  return (
    <article className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="font-sans font-semibold">{action}</h2>
        <p className="flex flex-wrap gap-x-3">
          {subjects.map(({ to, name }) =>
            to === null ? (
              <span key={name}>{name}</span>
            ) : (
              <Link key={to} to={to} className="link inline-flex min-h-6 items-center">
                {name}
              </Link>
            ),
          )}
        </p>
        {facts.length > 0 ? <p className="text-sm text-ink-soft">{facts.join(', ')}</p> : null}
        <ul className="text-sm text-ink-soft">
          {fields.map(({ label, before, after }) => (
            <li key={label}>
              {label}: {before} → {after}
            </li>
          ))}
          {more > 0 ? <li>and {counted(more, 'other field')}</li> : null}
        </ul>
      </div>
      <p className="text-sm wrap-anywhere">
        {actor}, <DateTime iso={at} />
      </p>
    </article>
  );
}
