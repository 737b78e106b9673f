import { useMemo, useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import type { Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { unpackProducts } from '#features/product-management/packed-products.schema.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { gridKeys } from '../../components/console/sheet/sheet-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/product-sheet.ts';
import { FirstRows } from './product-sheet/first-rows.tsx';
import { PartLinks } from './product-sheet/part-links.tsx';
import { ProductSheet } from './product-sheet/product-sheet.tsx';
import { readNamedPart } from './product-sheet/read-part.ts';
import { describePart } from './product-sheet/sheet-parts.ts';
import { useWholeSheet } from './product-sheet/use-whole-sheet.ts';

export const meta = () => privatePage('Edit in a sheet', 'Changing many products at once.');

export const handle = { keys: gridKeys };

/**
 * The first rows of a part of the sheet; the page asks for all of them, and for those of the selected
 * products (`?selected=yes`).
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { id: userId } = requireAdminPage(visit, url);
  const params = url.searchParams;
  const start = params.has('selected') ? null : await readNamedPart(visit, params, true);
  return { userId, timeZone: visit.ctx.shop.timeZone, start };
}

/**
 * Typed values are compared with the loaded ones, so nothing is loaded again while the sheet is
 * open.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search;

export default function EditInSheet({ loaderData }: Route.ComponentProps) {
  const { userId, timeZone, start } = loaderData;
  const { sheet, failed } = useWholeSheet(start);
  const shown = sheet ?? start;
  const products = useMemo(() => (shown ? unpackProducts(shown.packed) : []), [shown]);
  const { search } = useLocation();
  const typed = useRef({});
  const busy = useState(false);
  const about = shown ? aboutOf(shown, products.length, search) : '';
  const loaded = useRef('nothing');
  if (sheet) loaded.current = search;
  useAnnounceChange(loaded.current, about);
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Edit in a sheet" about={about}>
        <ButtonLink to="/admin/bulk-edits" className={DENSE_BUTTON}>
          Earlier bulk edits
        </ButtonLink>
      </ConsoleHeading>
      <noscript>
        <p className="mb-4 text-sm">
          A sheet needs JavaScript.{sheet ? null : ' Without it, only its first rows are shown.'}
        </p>
      </noscript>
      {shown ? <PartLinks sheet={shown} isBusy={busy[0]} /> : null}
      {sheet ? null : <FirstRows products={products} typed={typed} failed={failed} />}
      {sheet && products.length > 0 ? (
        <ProductSheet
          key={search}
          products={products}
          typed={typed}
          busy={busy}
          userId={userId}
          timeZone={timeZone}
        />
      ) : null}
      {sheet && products.length === 0 ? <NoProducts isSelection={start === null} /> : null}
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

function aboutOf(sheet: Sheet, products: number, search: string): string {
  const left = sheet.isWhole ? sheet.size - products : 0;
  const rest =
    left > 0
      ? `. Not shown: ${counted(left, 'product')} that ${left === 1 ? 'has' : 'have'} no variants to edit or ${left === 1 ? 'was' : 'were'} removed`
      : '';
  return `${describePart(search, sheet)}${rest}. Nothing changes in the shop before you have seen a preview.`;
}
