import { data, Form, redirect } from 'react-router';
import { addPins, listPins } from '#features/merchandising/merchandising.ts';
import type { PinsInList } from '#features/merchandising/pins.schema.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../components/console/dense.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/pins.ts';
import { BackToSearches } from './pins/back-to-searches.tsx';

export const meta = () => privatePage('Pinned products', 'Products that come first in a search.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const pins = await orErrorPage(listPins(visit.ctx, visit.actor));
  const { searchParams } = url;
  return { pins, done: searchParams.get('done'), search: searchParams.get('search') ?? '' };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const typed = String((await readForm(context)).get('text') ?? '');
  const { value, refusal } = await orRefusal(addPins(visit.ctx, visit.actor, typed));
  if (refusal) return data({ refused: refusal.message, typed }, refusalInit(refusal));
  throw redirect(`/admin/searches/pins/${value.id}`);
}

export default function PinsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { pins, done, search } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Pinned products"
        about="Products that you choose come first in a search, in your order. Boosts move others up or down."
      >
        <BackToSearches />
      </ConsoleHeading>
      {actionData ? null : <Done done={done} />}
      <div className="max-w-3xl">
        <NewPins key={search} search={search} result={actionData} />
        {pins.length > 0 ? (
          <DataTable
            caption="Searches with pinned products"
            rows={pins}
            keyOf={({ id }) => id}
            columns={columns}
          />
        ) : (
          <p className="text-ink-soft">No search has pinned products yet. Write one above.</p>
        )}
      </div>
    </div>
  );
}

/** What happened before the browser came to this page. */
function Done({ done }: { done: string | null }) {
  if (done === 'removed') {
    return (
      <Notice tone="success" className="mb-4">
        The search is removed from this list. Its products stay in the shop.
      </Notice>
    );
  }
  if (done !== 'gone') return null;
  return (
    <Notice tone="danger" className="mb-4">
      Somebody else has removed this search from the list. Nothing is saved. Add it again to pin
      products.
    </Notice>
  );
}

function NewPins({
  search,
  result,
}: {
  /** What the field has at first. */
  search: string;
  result: { refused: string; typed: string } | undefined;
}) {
  return (
    <Form method="post" aria-label="Add a search" className="mb-6 flex flex-wrap items-start gap-2">
      <div className="w-full grow sm:w-auto">
        <input
          name="text"
          aria-label="Search"
          aria-describedby="pins-hint"
          aria-invalid={result ? true : undefined}
          placeholder="linen shirt"
          defaultValue={result?.typed ?? search}
          required
          maxLength={200}
          autoComplete="off"
          className={DENSE_CONTROL}
        />
        <p id="pins-hint" className="mt-1 text-sm text-ink-soft">
          {result ? (
            <span role="alert" className="font-medium text-danger">
              {result.refused}
            </span>
          ) : (
            'The whole text that people search. Capital letters, accents and an ‘s’ at the end of a word make no difference.'
          )}
        </p>
      </div>
      <Button look="accent" className={DENSE_BUTTON}>
        Add
      </Button>
    </Form>
  );
}

const columns: Column<PinsInList>[] = [
  {
    header: 'Search',
    narrow: 'title',
    cell: ({ id, query }) => (
      <Link to={`/admin/searches/pins/${id}`} className="link font-semibold wrap-anywhere">
        {query}
      </Link>
    ),
  },
  {
    header: 'Pinned',
    cell: ({ count, shown }) =>
      count === shown
        ? counted(count, 'product')
        : `${counted(count, 'product')}, ${count - shown} not shown now`,
  },
  { header: 'Boosts', cell: ({ boosts }) => (boosts > 0 ? counted(boosts, 'boost') : 'None') },
];
