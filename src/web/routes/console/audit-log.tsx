import { nameAccounts } from '#features/accounts/accounts.ts';
import type { AuditEntry as Entry } from '#features/audit-log/audit-log.schema.ts';
import { listActors, listAudit } from '#features/audit-log/audit-log.ts';
import { getDeliverySettings } from '#features/delivery/delivery.ts';
import { nameRecords } from '#features/merchandising/merchandising.ts';
import { nameOrders } from '#features/orders/orders.ts';
import { findAddingImport, nameProducts } from '#features/product-management/product-management.ts';
import { nameShopPages } from '#features/shop-pages/shop-pages.ts';
import { storedJobs } from '#features/staff-jobs/staff-jobs.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/audit-log.ts';
import { fitsFilter, toAddedEntry } from './audit-log/added-entry.ts';
import { isFiltered, readAuditFilter } from './audit-log/audit-address.ts';
import { AuditEntry } from './audit-log/audit-entry.tsx';
import { AuditFilters } from './audit-log/audit-filters.tsx';
import { nameOfZone } from './audit-log/settings-subjects.ts';
import { idsIn, type Known, subjectName, toShown } from './audit-log/shown-entry.ts';

export const meta = () => privatePage('What staff did', 'Every change that staff made.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const asked = readListPage(url.searchParams);
  const filter = readAuditFilter(url.searchParams);
  const { subject } = filter;
  const [page, actors, addedBy] = await orErrorPage(
    Promise.all([
      listAudit(ctx, actor, { filter, ...asked }),
      listActors(ctx, actor),
      subject === null ? null : findAddingImport(ctx, actor, subject),
    ]),
  );
  // It is the oldest entry of its product.
  const added = page.next === null && addedBy && fitsFilter(addedBy, filter) ? addedBy : null;
  const people = [...actors, ...(added ? [added.by] : [])];
  const known = await orErrorPage(lookUp(visit, page.items, { people, subject }));
  const { names } = known;
  const [latest] = page.items;
  // Customers who deleted their account did that alone.
  const isOffered = (id: string) => names.has(id) || !id.startsWith('usr_') || id === filter.actor;
  return {
    ...{ filter, limit: asked.limit, next: page.next },
    entries: [
      ...page.items.map((one) => toShown(one, known)),
      ...(added ? [toAddedEntry(added, names)] : []),
    ],
    actors: [...new Set(filter.actor === null ? actors : [...actors, filter.actor])]
      .filter(isOffered)
      .map((id): [string, string] => [id, names.get(id) ?? id])
      .sort(byName),
    subject: subject && (names.get(subject) ?? (latest ? subjectName(latest, names) : subject)),
  };
}

/** What is there of what these entries name: a statement for each kind of record. */
async function lookUp(
  { ctx, actor }: Visit,
  entries: Entry[],
  { people, subject }: { people: string[]; subject: string | null },
): Promise<Known> {
  const ids = idsIn(entries);
  const product = subject?.startsWith('prd_') ? [subject] : [];
  const [jobs, records, zones, ...named] = await Promise.all([
    storedJobs(ctx, actor, ids.jobs),
    nameRecords(ctx, actor, ids.records),
    ids.zones.length > 0 ? nameZones(ctx, actor) : [],
    nameAccounts(ctx, actor, [...ids.accounts, ...people]),
    nameProducts(ctx, actor, [...ids.products, ...product]),
    nameOrders(ctx, actor, ids.orders),
    ids.pages.length > 0 ? nameShopPages(ctx, actor) : [],
  ]);
  const names = new Map([records.names, zones, ...named].flatMap((some) => [...some]));
  return { jobs, images: records.images, names };
}

/** All delivery zones, which are few. */
async function nameZones(...[ctx, actor]: Parameters<typeof getDeliverySettings>) {
  const { zones } = await getDeliverySettings(ctx, actor);
  return zones.map(({ id, name }): [string, string] => [id, nameOfZone(name)]);
}

function byName([, a]: [string, string], [, b]: [string, string]): number {
  return a.localeCompare(b);
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { entries, next, limit, filter, actors, subject } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="What staff did"
        about={subject ? `Only what changed ${subject}` : 'Every change, newest first'}
      />
      <AuditFilters filter={filter} actors={actors} />
      {entries.length > 0 ? (
        <>
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.id}>
                <AuditEntry entry={entry} />
              </li>
            ))}
          </ul>
          <ListPages next={next} limit={limit} />
        </>
      ) : (
        <NoEntries isFiltered={isFiltered(filter)} />
      )}
    </div>
  );
}

function NoEntries(props: { isFiltered: boolean }) {
  if (!props.isFiltered) return <EmptyState title="Nobody has done anything yet" />;
  return (
    <EmptyState title="Nothing matches">
      <ButtonLink to="?">Show everything</ButtonLink>
    </EmptyState>
  );
}
