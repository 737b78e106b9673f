import { data, Form } from 'react-router';
import {
  MIN_NETWORKS,
  type PopularSearches,
} from '#features/search-reports/search-reports.schema.ts';
import {
  hideSearch,
  listPopularSearches,
  offerSearch,
} from '#features/search-reports/search-reports.ts';
import { LONGEST_COUNTED_SEARCH } from '#shared/field-lengths.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../components/console/dense.ts';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/popular-searches.ts';
import { BackToSearches } from './pins/back-to-searches.tsx';

export const meta = () => privatePage('Popular searches', 'Searches that are offered to everyone.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return await orErrorPage(listPopularSearches(visit.ctx, visit.actor));
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const [hidden, offered] = [posted.get('hide'), posted.get('offer')];
  const { value, refusal } = await orRefusal(
    offered === null
      ? hideSearch(ctx, actor, String(hidden ?? ''))
      : offerSearch(ctx, actor, String(offered)),
  );
  if (refusal) return refuse(refusal, { said: null });
  const said = offered === null ? `Hidden: ${value}.` : `Not hidden any more: ${value}.`;
  return data({ said, message: null });
}

export default function PopularSearchesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offered, hidden } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <TypedGuard />
      <ConsoleHeading
        title="Popular searches"
        about="What the empty search field and a search without hits offer to everyone."
      >
        <BackToSearches />
      </ConsoleHeading>
      {actionData ? (
        <Notice tone={actionData.message ? 'danger' : 'success'} className="mb-4">
          {actionData.message ?? actionData.said}
        </Notice>
      ) : null}
      <div className="max-w-3xl space-y-6">
        <p className="text-sm text-ink-soft">
          The most frequent searches of the last 7 days that found something. Only those are offered
          that people in {MIN_NETWORKS} networks searched on one day, and that have no word but
          those of names, brands, tags, sizes, colors and categories. A change reaches everyone
          within a minute.
        </p>
        <Offered offered={offered} />
        <HideForm key={hidden.join()} />
        <Hidden hidden={hidden} />
      </div>
    </div>
  );
}

const LIST = 'divide-y divide-line rounded-card border border-line';
const ROW =
  'flex min-h-12 items-center gap-3 bg-surface px-3 py-1 first:rounded-t-card last:rounded-b-card';

function Offered({ offered }: Pick<PopularSearches, 'offered'>) {
  return (
    <Form method="post" preventScrollReset aria-label="Offered searches">
      <h2 className="mb-2 font-sans font-semibold">Offered now</h2>
      {offered.length === 0 ? (
        <p className="text-ink-soft">No search is frequent enough yet.</p>
      ) : (
        <ul className={LIST}>
          {offered.map((query) => (
            <li key={query} className={ROW}>
              <Link
                to={`/search?${new URLSearchParams({ q: query })}`}
                className="link min-w-0 flex-1 wrap-anywhere"
              >
                {query}
              </Link>
              <Button
                name="hide"
                value={query}
                aria-label={`Hide ${query}`}
                className={DENSE_BUTTON}
              >
                Hide
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}

function HideForm() {
  return (
    <Form method="post" aria-label="Hide a search" className="flex gap-2">
      <input
        name="hide"
        aria-label="Search that is not offered"
        placeholder="Another search to hide"
        required
        maxLength={LONGEST_COUNTED_SEARCH}
        autoComplete="off"
        className={DENSE_CONTROL}
      />
      <Button className={DENSE_BUTTON}>Hide</Button>
    </Form>
  );
}

function Hidden({ hidden }: Pick<PopularSearches, 'hidden'>) {
  if (hidden.length === 0) return null;
  return (
    <Form method="post" preventScrollReset aria-label="Hidden searches">
      <h2 className="mb-2 font-sans font-semibold">Hidden</h2>
      <ul className={LIST}>
        {hidden.map((query) => (
          <li key={query} className={ROW}>
            <span className="min-w-0 flex-1 wrap-anywhere">{query}</span>
            <Button
              name="offer"
              value={query}
              aria-label={`Offer again: ${query}`}
              className={DENSE_BUTTON}
            >
              Offer again
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
