import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import {
  MAX_SHEET_PRODUCTS,
  MAX_SHEET_VARIANTS,
} from '#features/product-management/bulk-edit.schema.ts';
import { openSheet } from '#features/product-management/product-management.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { gridKeys } from '../../components/console/sheet/sheet-keys.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { readStaffFilter, readStaffSort } from '../../staff-list-address.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/product-sheet.ts';
import { ProductSheet } from './product-sheet/product-sheet.tsx';

export const meta = () => privatePage('Edit in a sheet', 'Changing many products at once.');

export const handle = { keys: gridKeys };

/** The products that the address names (`?id=…&id=…`), or those that fit its filters. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const user = requireAdminPage(visit, url);
  const params = url.searchParams;
  const ids = params.getAll('id');
  const { categories } = await orErrorPage(visit.sections());
  const list = { filter: readStaffFilter(params, categories), sort: readStaffSort(params) };
  const sheet = await orErrorPage(
    openSheet(visit.ctx, visit.actor, ids.length > 0 ? { ids } : list),
  );
  return { ...sheet, userId: user.id, timeZone: visit.ctx.shop.timeZone };
}

/**
 * Typed values are compared with the loaded ones, so nothing is loaded again while the sheet is
 * open.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search;

export default function EditInSheet({ loaderData }: Route.ComponentProps) {
  const { products, isCut, userId, timeZone } = loaderData;
  const { search } = useLocation();
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading
        title="Edit in a sheet"
        about={`${counted(products.length, 'product')}. Nothing changes in the shop before you have seen a preview.`}
      >
        <ButtonLink to="/admin/bulk-edits" className={DENSE_BUTTON}>
          Earlier bulk edits
        </ButtonLink>
      </ConsoleHeading>
      {isCut ? (
        <Notice tone="info" className="mb-4">
          These are the first of more products. A sheet has at most{' '}
          {withThousands(MAX_SHEET_PRODUCTS)} products and {withThousands(MAX_SHEET_VARIANTS)}{' '}
          variants; filters of the product list make it smaller.
        </Notice>
      ) : null}
      <noscript>
        <p className="mb-4 text-sm">A sheet needs JavaScript.</p>
      </noscript>
      {products.length > 0 ? (
        <ProductSheet key={search} products={products} userId={userId} timeZone={timeZone} />
      ) : (
        <EmptyState title="No product to edit">
          <ButtonLink to="/admin/products">Show all products</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
