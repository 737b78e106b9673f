import {
  type ReportPeriod,
  reportPeriods,
  type SearchedText,
  type SearchReport,
} from '#features/search-reports/search-reports.schema.ts';
import { reportSearches } from '#features/search-reports/search-reports.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { ROWS, RowsLink, readRows } from '../../components/console/list-pages.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import { LinkTabs, TabPanel } from '../../ui/link-tabs.tsx';
import type { Route } from './+types/searches.ts';

export const meta = () => privatePage('Searches', 'What people searched in the shop.');

/** The searches of the last days: `?days=7`, 30 or 90; `?show=100` has more of them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const asked = Number(url.searchParams.get('days'));
  const days: ReportPeriod = reportPeriods.find((period) => period === asked) ?? reportPeriods[0];
  const limit = readRows(url.searchParams);
  return { report: await orErrorPage(reportSearches(visit.ctx, visit.actor, days, limit)), limit };
}

export default function Searches({ loaderData }: Route.ComponentProps) {
  const { report, limit } = loaderData;
  const { days, searches, empty, top, topEmpty } = report;
  const hasMore = Math.max(top.length, topEmpty.length) >= ROWS;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Searches"
        about="What people searched. A network counts once for a text in ten minutes; staff are not counted."
      >
        <ButtonLink to="/admin/searches/pins" className={DENSE_BUTTON}>
          Pinned products
        </ButtonLink>
        <ButtonLink to="/admin/searches/popular" className={DENSE_BUTTON}>
          Popular searches
        </ButtonLink>
      </ConsoleHeading>
      <LinkTabs
        label="Period"
        selected={String(days)}
        tabs={reportPeriods.map((period) => ({
          id: String(period),
          label: `${period} days`,
          to: `/admin/searches?days=${period}`,
        }))}
        className="-mx-2.5 mb-4 justify-start sm:-mx-4"
      />
      <TabPanel tab={String(days)}>
        <p className="mb-6">
          {searches === 0
            ? 'Nobody searched in these days.'
            : `${withThousands(searches)} ${searches === 1 ? 'search' : 'searches'}, of which ${withThousands(empty)} found nothing.`}
        </p>
        <Texts top={top} topEmpty={topEmpty} />
        {hasMore ? (
          <p className="flex py-4 text-sm">
            <RowsLink limit={limit} />
          </p>
        ) : null}
      </TabPanel>
    </div>
  );
}

/** The most frequent searches, and those that found nothing. */
function Texts({ top, topEmpty }: Pick<SearchReport, 'top' | 'topEmpty'>) {
  return (
    <div className="grid max-w-6xl items-start gap-x-10 gap-y-8 xl:grid-cols-2">
      {top.length > 0 ? (
        <section aria-labelledby="top">
          <h2 id="top" className="mb-2 font-sans font-semibold">
            Searched most
          </h2>
          <DataTable
            caption="The most frequent searches"
            rows={top}
            keyOf={({ query }) => query}
            columns={topColumns}
          />
        </section>
      ) : null}
      {topEmpty.length > 0 ? (
        <section aria-labelledby="empty">
          <h2 id="empty" className="mb-2 font-sans font-semibold">
            Found nothing
          </h2>
          <p className="mb-2 text-sm text-ink-soft">
            Some of them showed the products of similar or fewer words instead. Perhaps customers
            use another word: write it into the{' '}
            <Link to="/admin/synonyms" className="link">
              synonyms
            </Link>
            .
          </p>
          <DataTable
            caption="The most frequent searches that found nothing"
            rows={topEmpty}
            keyOf={({ query }) => query}
            columns={emptyColumns}
          />
        </section>
      ) : null}
    </div>
  );
}

const textColumn: Column<SearchedText> = {
  header: 'Text',
  narrow: 'title',
  cell: ({ query }) => (
    <Link to={`/search?${new URLSearchParams({ q: query })}`} className="link wrap-anywhere">
      {query}
    </Link>
  ),
};

function RowLink({ to, query, children }: { to: string; query: string; children: string }) {
  return (
    <Link to={to} className="link">
      {children}
      <span className="sr-only"> for {query}</span>
    </Link>
  );
}

const pinColumn: Column<SearchedText> = {
  header: 'Products',
  cell: ({ query }) => (
    <RowLink to={`/admin/searches/pins?${new URLSearchParams({ search: query })}`} query={query}>
      Pin products
    </RowLink>
  ),
};

const topColumns: Column<SearchedText>[] = [
  textColumn,
  { header: 'Searches', numeric: true, cell: ({ searches }) => withThousands(searches) },
  { header: 'Clicks', numeric: true, cell: ({ clicks }) => withThousands(clicks) },
  {
    header: 'Chosen most',
    cell: ({ products }) =>
      products.length === 0 ? (
        '–'
      ) : (
        <ul>
          {products.map(({ id, name, clicks }) => (
            <li key={id}>
              <Link to={`/admin/products/${id}`} className="link">
                {name}
              </Link>{' '}
              ({withThousands(clicks)})
            </li>
          ))}
        </ul>
      ),
  },
  pinColumn,
];

const emptyColumns: Column<SearchedText>[] = [
  textColumn,
  { header: 'Times', numeric: true, narrow: 'corner', cell: ({ empty }) => withThousands(empty) },
  {
    header: 'Words',
    cell: ({ query }) => (
      <RowLink to={`/admin/synonyms?${new URLSearchParams({ word: query })}`} query={query}>
        Add a synonym
      </RowLink>
    ),
  },
  pinColumn,
];
