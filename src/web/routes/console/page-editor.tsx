import { pageInput } from '#features/shop-pages/shop-pages.schema.ts';
import {
  addShopPage,
  editShopPage,
  getShopPage,
  removeShopPage,
} from '#features/shop-pages/shop-pages.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/page-editor.ts';
import { PageForm } from './page-editor/page-form.tsx';
import { SURE } from './sections/confirmed-form.tsx';
import { EditorNotice, notSure } from './sections/editor-notice.tsx';
import { SectionRemoval } from './sections/section-editor.tsx';
import { postedVersion, removeSection, saveSection } from './sections/section-form.ts';
import { SectionNotice } from './sections/section-notice.tsx';
import { savedId, sectionPages } from './sections/section-pages.ts';

const kind = sectionPages.page;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.page?.name ?? 'Add a page', 'Changing a page.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const id = savedId(params.id);
  if (id === null) return { page: null };
  return { page: await orErrorPage(getShopPage(visit.ctx, visit.actor, id)) };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const id = savedId(params.id);
  if (id !== null && posted.get('intent') === 'remove')
    return posted.has(SURE) ? removeSection(kind, removeShopPage(ctx, actor, id)) : notSure();
  const parsed = pageInput.safeParse(readPage(posted));
  return saveSection(kind, id, posted, { unfit: null, parsed }, (input) =>
    id === null
      ? addShopPage(ctx, actor, input)
      : editShopPage(ctx, actor, id, postedVersion(posted), input),
  );
}

/** The posted fields. `html` is there once somebody has typed into the editor of formatted text. */
function readPage(posted: FormData) {
  const text = (name: string) => String(posted.get(name) ?? '').replaceAll('\r\n', '\n');
  const isTyped = text('slug').trim() !== '' && text('slug') !== text('knownSlug');
  return {
    name: text('name'),
    ...(isTyped ? { slug: text('slug') } : {}),
    ...(posted.has('html') ? { html: text('html') } : { text: text('text') }),
    inFooter: posted.has('inFooter'),
  };
}

export default function EditPage({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={page?.name ?? 'Add a page'}
        about={
          <Link to={kind.list} className="link">
            All pages
          </Link>
        }
      >
        {page ? (
          <ButtonLink to={kind.path + page.slug} className={DENSE_BUTTON}>
            Show its page
          </ButtonLink>
        ) : null}
      </ConsoleHeading>
      {actionData ? null : <SectionNotice thing={kind.thing} />}
      {actionData && 'editorMessage' in actionData ? (
        <EditorNotice editorMessage={actionData.editorMessage} />
      ) : null}
      <div className="grid max-w-3xl gap-4">
        <PageForm
          key={`${page?.id} ${page?.version}`}
          page={page}
          result={actionData && 'result' in actionData ? actionData : null}
        />
        {page ? (
          <SectionRemoval
            kind={kind}
            name={page.name}
            text="Its address will be gone, and the footer no longer links it."
          />
        ) : null}
      </div>
    </div>
  );
}
