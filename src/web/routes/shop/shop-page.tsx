import { redirect } from 'react-router';
import { pageInput, type ShownPage } from '#features/shop-pages/shop-pages.schema.ts';
import { findShopPage, previewShopPage } from '#features/shop-pages/shop-pages.ts';
import { AppError } from '#shared/errors.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { Description } from '../../components/product/description.tsx';
import { pageHead } from '../../head/page-head.ts';
import { postedFormattedText, postedText } from '../../posted-text.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import {
  type PreviewedLoaderArgs,
  pageOf,
  previewOf,
  setPreview,
  type Visit,
  visitOf,
} from '../../shop-context.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/shop-page.ts';
import { noPage } from './no-page.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? [];

/** Open to everybody, also where only members may browse: the law requires some of these pages. */
export async function loader({ params, url, context }: PreviewedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  const preview = previewOf(context);
  if (preview) {
    return { ...bodyOf(preview), head: privatePage(`Preview: ${preview.name}`, 'Not saved.') };
  }
  const slug = params.slug.toLowerCase();
  const found = await orErrorPage(findShopPage(page.ctx, slug));
  if (!found) throw noPage();
  const path = `/pages/${found.slug}`;
  if (found.slug !== slug) throw redirect(path + url.search, 301);
  const { name, text } = found;
  const head = pageHead(page, { title: name, description: text || name, path });
  return { ...bodyOf(found), head };
}

/** A formatted text is shown as it is, so the plain one would be sent for nothing. */
const bodyOf = ({ name, text, html }: ShownPage) => ({ name, text: html ? '' : text, html });

/**
 * Shows staff what the editor of a page has, as customers would see it. It is a post, so it is neither
 * cached nor found, and nothing is saved. The loader runs next.
 */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  setPreview(context, await orErrorPage(readPreview(visit, url.searchParams.get('of'), posted)));
  return null;
}

/** `id` is that of a saved page. */
async function readPreview({ ctx, actor }: Visit, id: string | null, posted: FormData) {
  const input = { name: postedText(posted, 'name'), ...postedFormattedText(posted) };
  const { data, error } = pageInput.safeParse(input);
  if (!data) throw new AppError('invalid_request', error.issues[0]?.message ?? '');
  return previewShopPage(ctx, actor, id, data);
}

/** A page with the owner's own text. */
export default function ShopPage({ loaderData: { name, text, html } }: Route.ComponentProps) {
  return (
    <div className="page-width pb-section">
      <PageHeading title={name} />
      <Description of={{ descriptions: text, descriptionHtml: html }} className="max-w-prose" />
    </div>
  );
}
