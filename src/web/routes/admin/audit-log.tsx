import { Link } from 'react-router';
import { nameAccounts } from '#features/accounts/accounts.ts';
import type { AuditEntry } from '#features/audit-log/audit-log.schema.ts';
import { listAudit } from '#features/audit-log/audit-log.ts';
import { counted } from '#shared/counted.ts';
import { changedFields } from '../../changed-fields.ts';
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
  const entries = page.items.map((one) => toShown(one, names.get(one.actor) ?? one.actor));
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
  'category.add': 'Added a category',
  'category.edit': 'Edited a category',
  'category.move': 'Moved products to another category',
  'category.order': 'Ordered the categories',
  'category.remove': 'Removed a category',
  'collection.add': 'Added a collection',
  'collection.edit': 'Edited a collection',
  'collection.order': 'Ordered the collections',
  'collection.remove': 'Removed a collection',
  'delivery.addZone': 'Added a delivery zone',
  'delivery.editTimes': 'Changed when parcels leave the shop',
  'delivery.editZone': 'Edited a delivery zone',
  'delivery.orderZones': 'Ordered the delivery zones',
  'delivery.removeZone': 'Removed a delivery zone',
  'export.customers': 'Exported customers',
  'export.orders': 'Exported orders',
  'job.cancel': 'Cancelled an import or a bulk edit',
  'job.pause': 'Paused an import or a bulk edit',
  'job.resume': 'Resumed an import or a bulk edit',
  'job.start': 'Started an import or a bulk edit',
  'job.undo': 'Took back an import or a bulk edit',
  'order.address': 'Set the address of an order',
  'order.delete': 'Deleted an order',
  'order.deliver': 'Marked a parcel as delivered',
  'order.fulfill': 'Sent a parcel',
  'order.hold': 'Put an order on hold',
  'order.release': 'Released an order that was on hold',
  'order.refund': 'Refunded an order',
  'order.restore': 'Restored an order',
  'payment.close': 'Closed a payment that the card provider did not know',
  'stock.adjust': 'Changed the stock of a variant',
  'stock.release': 'Released what an account or network held',
  'product.add': 'Added a product',
  'product.bulkEdit': 'Changed a product by a bulk edit',
  'product.duplicate': 'Copied a product',
  'product.edit': 'Edited a product',
  'product.editMany': 'Changed several products at once',
  'product.import': 'Changed a product by an import',
  'product.remove': 'Removed a product',
  'product.undoBulkEdit': 'Took back what a bulk edit did to a product',
  'product.undoImport': 'Took back what an import did to a product',
  'product.undoMany': 'Took back a change of several products',
  'refund.retry': 'Asked for a refused refund again',
  'refund.settle': 'Settled a refund outside the card provider',
  'synonyms.add': 'Added synonyms',
  'synonyms.edit': 'Changed synonyms',
  'synonyms.remove': 'Removed synonyms',
  'view.delete': 'Deleted a saved view',
  'view.save': 'Saved a view',
};

/** An entry with its facts as sentences. Pages do not get whole texts of products. */
function toShown({ id, action, at, subject, detail }: AuditEntry, actor: string) {
  const { name, changed: _, ...others } = detail;
  const facts = Object.entries(others).map(
    ([fact, value]) => `${fact}: ${Array.isArray(value) ? value.length : String(value)}`,
  );
  const shown = { id, action, actor, at, ...changedFields(detail) };
  // Its name leads to the product.
  if (subject.startsWith('prd_'))
    return { ...shown, product: { id: subject, name: String(name) }, facts };
  const named = name === undefined ? [] : [`name: ${String(name)}`];
  return { ...shown, product: null, facts: [subject, ...named, ...facts] };
}

function Entry({ entry }: { entry: ReturnType<typeof toShown> }) {
  const { action, actor, at, product, facts, fields, more } = entry;
  return (
    <article className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="font-sans font-semibold">{deeds[action] ?? action}</h2>
        {product ? (
          <Link
            to={`/admin/products/${product.id}`}
            className="link inline-flex min-h-6 items-center"
          >
            {product.name}
          </Link>
        ) : null}
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
