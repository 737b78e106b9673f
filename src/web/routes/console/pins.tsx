import { Form, redirect } from 'react-router';
import { LONGEST_SEARCH } from '#features/catalog/product-list.schema.ts';
import { addPins, listPins } from '#features/merchandising/merchandising.ts';
import type { PinsInList } from '#features/merchandising/pins.schema.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../components/console/dense.ts';
import { RedirectNotice } from '../../components/console/redirect-notice.tsx';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/pins.ts';
import { BackToSearches } from './pins/back-to-searches.tsx';
import { pinNotices } from './pins/pin-notices.ts';

export const meta = () => privatePage('Pinned products', 'Products that come first in a search.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const pins = await orErrorPage(listPins(visit.ctx, visit.actor));
  return { pins, search: url.searchParams.get('search') ?? '' };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const typed = String((await readForm(context)).get('text') ?? '');
  const { value, refusal } = await orRefusal(addPins(visit.ctx, visit.actor, typed));
  if (refusal) return refuse(refusal, { typed });
  throw redirect(`/admin/searches/pins/${value.id}`);
}

export default function PinsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { pins, search } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <TypedGuard />
      <ConsoleHeading
        title="Pinned products"
        about="Products that you choose come first in a search, in your order. Boosts move others up or down."
      >
        <BackToSearches />
      </ConsoleHeading>
      {actionData ? null : <RedirectNotice notices={pinNotices} />}
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

function NewPins({
  search,
  result,
}: {
  /** What the field has at first. */
  search: string;
  result: { message: string; typed: string } | undefined;
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
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          className={DENSE_CONTROL}
        />
        <p id="pins-hint" className="mt-1 text-sm text-ink-soft">
          {result ? (
            <span role="alert" className="font-medium text-danger">
              {result.message}
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
