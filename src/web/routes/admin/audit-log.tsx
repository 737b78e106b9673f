import { nameAccounts } from '#features/accounts/accounts.ts';
import type { AuditEntry } from '#features/audit-log/audit-log.schema.ts';
import { listAudit } from '#features/audit-log/audit-log.ts';
import { DateTime } from '../../components/date-time.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readListWindow } from '../../list-window.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/audit-log.ts';

export const meta = () => privatePage('What staff did', 'Every change that staff made.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const window = readListWindow(url);
  const page = await orErrorPage(listAudit(visit.ctx, visit.actor, window));
  const ids = page.items.map(({ actor }) => actor);
  const names = await orErrorPage(nameAccounts(visit.ctx, visit.actor, ids));
  const entries = page.items.map((one) => ({ ...one, actor: names.get(one.actor) ?? one.actor }));
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

const deeds: Record<string, string> = {
  'account.role': 'Changed the role of an account',
  'order.delete': 'Deleted an order',
  'order.refund': 'Refunded an order',
  'order.restore': 'Restored an order',
  'payment.close': 'Closed a payment that the card provider did not know',
  'stock.release': 'Released what an account or network held',
  'product.add': 'Added a product',
  'product.edit': 'Changed a product',
  'product.remove': 'Removed a product',
  'refund.retry': 'Asked for a refused refund again',
  'refund.settle': 'Settled a refund outside the card provider',
};

function Entry({ entry }: { entry: AuditEntry }) {
  const { action, actor, at, detail, subject } = entry;
  const facts = Object.entries(detail).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <article className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="font-sans font-semibold">{deeds[action] ?? action}</h2>
        <p className="text-sm text-ink-soft">{[subject, ...facts].join(', ')}</p>
      </div>
      <p className="text-sm wrap-anywhere">
        {actor}, <DateTime iso={at} />
      </p>
    </article>
  );
}
