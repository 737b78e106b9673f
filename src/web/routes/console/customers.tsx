import { useRef } from 'react';
import { useLocation } from 'react-router';
import { customerSorts } from '#features/customers/customers.schema.ts';
import { findGuestEmails, listCustomers } from '#features/customers/customers.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { CustomerSearch } from '../../components/console/customer-search.tsx';
import { ExportLink } from '../../components/console/export-link.tsx';
import { FilterChoice } from '../../components/console/filters/filter-fields.tsx';
import { FilterForm, ONE_LINE } from '../../components/console/filters/filter-form.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { listKeys, useListKeys } from '../../components/console/use-list-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { readText } from '../../list-text.ts';
import { readChoice } from '../../pagination.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/customers.ts';
import { CustomerTable } from './customers/customer-table.tsx';
import { FoundGuests, MOST_GUESTS } from './customers/found-guests.tsx';

export const meta = () =>
  privatePage('Customers', 'Everyone with an account, their orders and what they spent.');

export const handle = { keys: listKeys };

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const params = url.searchParams;
  const text = readText(params);
  const sort = readChoice(params.get('sort'), customerSorts);
  const page = readListPage(params);
  const search = { text, sort, ...page, counted: MOST_COUNTED + 1 };
  const { ctx, actor } = visit;
  const [{ items: rows, next, count }, guests] = await orErrorPage(
    Promise.all([
      listCustomers(ctx, actor, search),
      text === null ? [] : findGuestEmails(ctx, actor, text, MOST_GUESTS + 1),
    ]),
  );
  return { rows, next, count, guests, text, sort, limit: page.limit };
}

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { rows, next, count, guests, text, sort, limit } = loaderData;
  const list = useRef<HTMLTableSectionElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useListKeys(list, search);
  const words = countedUpTo(count, MOST_COUNTED, 'customer');
  useAnnounceChange(JSON.stringify([text, sort]), words);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Customers" about={`${words} with an account`}>
        <ExportLink what="customers" />
      </ConsoleHeading>
      <FilterForm label="Find customers" keeps={['show']} className={ONE_LINE}>
        <CustomerSearch text={text} field={search} />
        <FilterChoice
          label="Sort by"
          name="sort"
          choices={Object.entries(customerSorts)}
          chosen={sort}
        />
      </FilterForm>
      {rows.length > 0 ? (
        <>
          <CustomerTable rows={rows} list={list} />
          <ListPages next={next} limit={limit} />
        </>
      ) : (
        <NoCustomers text={text} />
      )}
      <FoundGuests emails={guests} />
    </div>
  );
}

/** Guests have no account, so their orders are the place to look for them. */
function NoCustomers({ text }: { text: string | null }) {
  const isSearched = useLocation().search.length > 1;
  if (!isSearched) {
    return (
      <EmptyState title="Nobody has an account yet">
        <ButtonLink to="/admin/orders">Show orders</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing matches">
      <ButtonLink to="/admin/customers">Show all customers</ButtonLink>
      {text === null ? null : (
        <>
          <ButtonLink to={`/admin/orders?${new URLSearchParams({ q: text })}`}>
            Look in orders
          </ButtonLink>
          <p className="w-full text-sm text-ink-soft">
            Guests have no account. They are found by their email, and their orders by name too.
          </p>
        </>
      )}
    </EmptyState>
  );
}
