import { useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import type { Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { openSheet } from '#features/product-management/product-management.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { gridKeys } from '../../components/console/sheet/sheet-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { readStaffFilter, readStaffSort } from '../../staff-list-address.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/product-sheet.ts';
import { PartLinks } from './product-sheet/part-links.tsx';
import { ProductSheet } from './product-sheet/product-sheet.tsx';
import { describePart, readPart, readSize } from './product-sheet/sheet-parts.ts';
import { useSelectedSheet } from './product-sheet/use-selected-sheet.ts';
import { readIds } from './products/selected-ids.ts';

export const meta = () => privatePage('Edit in a sheet', 'Changing many products at once.');

export const handle = { keys: gridKeys };

/**
 * A part of the sheet: of the products that the address names (`?id=…&id=…`), or of those that fit its
 * filters. The page itself asks for the selected ones (`?selected=yes`).
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { id: userId } = requireAdminPage(visit, url);
  const page = { userId, timeZone: visit.ctx.shop.timeZone };
  const params = url.searchParams;
  if (params.has('selected')) return { ...page, sheet: null };
  const ids = params.getAll('id');
  const { categories } = await orErrorPage(visit.siteContent());
  const list = { filter: readStaffFilter(params, categories), sort: readStaffSort(params) };
  return { ...page, sheet: await openPart(visit, ids.length > 0 ? { ids } : list, params) };
}

/** A part of the sheet, of the products that a posted form names. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const ids = readIds(await readForm(context));
  return openPart(visit, { ids }, url.searchParams);
}

function openPart(visit: Visit, which: Parameters<typeof openSheet>[2], params: URLSearchParams) {
  const { after } = readPart(params);
  const most = readSize(params);
  return orErrorPage(openSheet(visit.ctx, visit.actor, which, { after, most }));
}

/**
 * Typed values are compared with the loaded ones, so nothing is loaded again while the sheet is
 * open.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search;

export default function EditInSheet({ loaderData }: Route.ComponentProps) {
  const { userId, timeZone } = loaderData;
  const sheet = useSelectedSheet(loaderData.sheet);
  const { search } = useLocation();
  const typed = useRef({});
  const busy = useState(false);
  const about = sheet ? aboutOf(sheet, search) : '';
  useAnnounceChange(sheet ? search : '', about);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Edit in a sheet" about={about}>
        <ButtonLink to="/admin/bulk-edits" className={DENSE_BUTTON}>
          Earlier bulk edits
        </ButtonLink>
      </ConsoleHeading>
      <noscript>
        <p className="mb-4 text-sm">A sheet needs JavaScript.</p>
      </noscript>
      {sheet ? (
        <PartLinks sheet={sheet} isBusy={busy[0]} />
      ) : (
        <Spinner label="The products are being loaded." />
      )}
      {sheet && sheet.products.length > 0 ? (
        <ProductSheet
          key={search}
          products={sheet.products}
          typed={typed}
          busy={busy}
          userId={userId}
          timeZone={timeZone}
        />
      ) : null}
      {sheet?.products.length === 0 ? <NoProducts isSelection={loaderData.sheet === null} /> : null}
    </div>
  );
}

function NoProducts({ isSelection }: { isSelection: boolean }) {
  return (
    <EmptyState title="No product to edit">
      <ButtonLink to="/admin/products">Show all products</ButtonLink>
      {isSelection ? (
        <p className="w-full text-sm text-ink-soft">
          Only the tab that selected the products can open them by this address.
        </p>
      ) : null}
    </EmptyState>
  );
}

function aboutOf(sheet: Sheet, search: string): string {
  const left = sheet.size - sheet.products.length;
  const rest =
    left > 0
      ? `. Not shown: ${counted(left, 'product')} that ${left === 1 ? 'has' : 'have'} no variants to edit or ${left === 1 ? 'was' : 'were'} removed`
      : '';
  return `${describePart(search, sheet)}${rest}. Nothing changes in the shop before you have seen a preview.`;
}
