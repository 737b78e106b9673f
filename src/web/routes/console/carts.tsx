import { useRef } from 'react';
import { useLocation } from 'react-router';
import { ownerFilters } from '#features/open-carts/open-carts.schema.ts';
import { listOpenCarts } from '#features/open-carts/open-carts.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { CustomerSearch } from '../../components/console/customer-search.tsx';
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
import type { Route } from './+types/carts.ts';
import { CartTable } from './carts/cart-table.tsx';

export const meta = () => privatePage('Carts', 'What people have put into carts and not ordered.');

export const handle = { keys: listKeys };

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const params = url.searchParams;
  const text = readText(params);
  const owner = readChoice(params.get('owner'), ownerFilters);
  const page = readListPage(params);
  const search = { text, owner, ...page, counted: MOST_COUNTED + 1 };
  const {
    items: rows,
    next,
    count,
  } = await orErrorPage(listOpenCarts(visit.ctx, visit.actor, search));
  return { rows, next, count, text, owner, limit: page.limit };
}

export default function Carts({ loaderData }: Route.ComponentProps) {
  const { rows, next, count, text, owner, limit } = loaderData;
  const list = useRef<HTMLTableSectionElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useListKeys(list, search);
  const words = countedUpTo(count, MOST_COUNTED, 'open cart');
  useAnnounceChange(JSON.stringify([text, owner]), words);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Carts" about={`${words}, at today’s prices`} />
      <FilterForm label="Find carts" keeps={['show']} className={ONE_LINE}>
        <CustomerSearch text={text} field={search} />
        <FilterChoice
          label="Carts of"
          name="owner"
          choices={Object.entries(ownerFilters)}
          chosen={owner}
        />
      </FilterForm>
      {rows.length > 0 ? (
        <>
          <CartTable rows={rows} list={list} />
          <ListPages next={next} limit={limit} />
        </>
      ) : (
        <NoCarts isSearched={text !== null} />
      )}
    </div>
  );
}

function NoCarts({ isSearched }: { isSearched: boolean }) {
  const isFiltered = useLocation().search.length > 1;
  if (!isFiltered) {
    return (
      <EmptyState title="No cart has anything in it">
        <p className="max-w-prose text-ink-soft">
          Carts of customers and guests are listed here, with what is in them and what it costs now,
          until they are ordered. Carts of staff are left out.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing matches">
      <ButtonLink to="/admin/carts">Show all carts</ButtonLink>
      {isSearched ? (
        <p className="w-full text-sm text-ink-soft">
          Guests have no account. A search finds carts of customers, by their name or email.
        </p>
      ) : null}
    </EmptyState>
  );
}
