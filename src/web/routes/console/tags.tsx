import { useRef } from 'react';
import { getTag, listTags } from '#features/product-management/product-management.ts';
import type { TagInUse } from '#features/product-management/product-tags.schema.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import {
  FilterForm,
  FilterSearch,
  ONE_LINE,
} from '../../components/console/filters/filter-form.tsx';
import type { Keys } from '../../components/console/keys-dialog.tsx';
import { ListPages, readRows } from '../../components/console/list-pages.tsx';
import { useListKeys } from '../../components/console/use-list-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { readText } from '../../list-text.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { readTag } from '../../tag-param.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/tags.ts';
import { noticeOfEdit } from './products/notice-of-edit.ts';
import { TableNotice } from './products/table-notice.tsx';
import { changeTags, type TagResult } from './tags/change-tags.ts';
import { TagPanel } from './tags/tag-panel.tsx';
import { inStatuses } from './tags/tag-words.ts';

export const meta = () => privatePage('Tags', 'The tags of products.');

const keys: Keys = [['/', 'Search']];

export const handle = { keys };

/** The tags in use, or with `?tag=` one of them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const params = url.searchParams;
  const tag = readTag(params);
  const view = tag === null ? null : await orErrorPage(getTag(ctx, actor, tag));
  const [text, limit] = [readText(params), readRows(params)];
  // A tag that no product has any more leads back to the list.
  if (view && view.products > 0) {
    const none = { gone: null, rows: [] as TagInUse[], next: null, notice: undefined };
    return { view, text, limit, ...none };
  }
  const asked = { start: text ?? '', limit, after: params.get('after') };
  const [{ items: rows, next }, notice] = await orErrorPage(
    Promise.all([listTags(ctx, actor, asked), noticeOfEdit(visit, url)]),
  );
  return { view: null, gone: tag, text, limit, rows, next, notice };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return changeTags(visit, await readForm(context), url);
}

export default function Tags({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData;
  const result = actionData as TagResult | undefined;
  return (
    <div className="px-4 pb-8 lg:px-6">
      {view ? (
        <TagPanel key={view.tag} view={view} result={result} />
      ) : (
        <TagList {...loaderData} result={result} />
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function TagList({
  text,
  limit,
  rows,
  next,
  notice,
  gone,
  result,
}: Loaded & { result: TagResult | undefined }) {
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useListKeys(list, search);
  const problem = result?.message ?? (gone ? `No product has the tag “${gone}”.` : undefined);
  return (
    <>
      <ConsoleHeading
        title="Tags"
        about="The tags that products have, archived ones included. Open one to rename, merge or remove it."
      />
      <TableNotice notice={problem ? { tone: 'danger', text: problem } : notice} />
      <FilterForm label="Find tags" keeps={['show']} className={ONE_LINE}>
        <FilterSearch label="The beginning of a tag" text={text} field={search} />
      </FilterForm>
      {rows.length > 0 ? (
        <DataTable caption="Tags" rows={rows} keyOf={({ tag }) => tag} columns={columns} />
      ) : (
        <NoTags isSearched={text !== null} hasMore={next !== null} />
      )}
      {rows.length > 0 || next !== null ? <ListPages next={next} limit={limit} /> : null}
    </>
  );
}

function NoTags({ isSearched, hasMore }: { isSearched: boolean; hasMore: boolean }) {
  // The list looks at so many tags at once, and there may be many that are in use no more.
  if (hasMore) return <EmptyState title="No product has one of these tags any more" />;
  return isSearched ? (
    <EmptyState title="No tag begins so">
      <ButtonLink to="/admin/tags">Show all tags</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="No product has a tag yet">
      <ButtonLink to="/admin/products" className={DENSE_BUTTON}>
        Show products
      </ButtonLink>
    </EmptyState>
  );
}

const columns: Column<TagInUse>[] = [
  {
    header: 'Tag',
    narrow: 'title',
    cell: ({ tag }) => (
      <Link
        to={`/admin/tags?${new URLSearchParams({ tag })}`}
        className="link font-semibold wrap-anywhere"
      >
        {tag}
      </Link>
    ),
  },
  {
    header: 'Products',
    cell: ({ tag, products, statuses }) => {
      const isArchived = Object.keys(statuses).join() === 'archived';
      const params = { tag, ...(isArchived && { status: 'archived' }) };
      return (
        <Link to={`/admin/products?${new URLSearchParams(params)}`} className="link">
          {countedUpTo(products, MOST_COUNTED, 'product')}
        </Link>
      );
    },
  },
  {
    header: 'Status',
    // Those of a tag with more products are counted only on its own page.
    cell: ({ products, statuses }) => (products > MOST_COUNTED ? '' : inStatuses(statuses)),
  },
];
