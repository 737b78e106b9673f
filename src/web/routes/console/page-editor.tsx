import { pageInput } from '#features/shop-pages/shop-pages.schema.ts';
import {
  addShopPage,
  editShopPage,
  getShopPage,
  removeShopPage,
} from '#features/shop-pages/shop-pages.ts';
import { SURE } from '../../components/console/confirmed-form.tsx';
import {
  notSure,
  removeRecord,
  saveRecord,
} from '../../components/console/editor/editor-action.ts';
import { editorKinds, editorNotices } from '../../components/console/editor/editor-kinds.ts';
import { EditorPage } from '../../components/console/editor/editor-page.tsx';
import {
  postedNameAndAddress,
  postedVersion,
  savedId,
} from '../../components/console/editor/posted.ts';
import { Removal } from '../../components/console/editor/removal.tsx';
import { saveKeys } from '../../components/console/use-save-key.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { postedFormattedText } from '../../posted-text.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/page-editor.ts';
import { PageForm } from './page-editor/page-form.tsx';

const kind = editorKinds.page;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.page?.name ?? 'Add a page', 'Changing a page.');

export const handle = { keys: saveKeys };

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
    return posted.has(SURE)
      ? removeRecord(kind.list, editorNotices(kind), removeShopPage(ctx, actor, id))
      : notSure();
  const parsed = pageInput.safeParse(readPage(posted));
  return saveRecord(kind, id, posted, { unfit: null, parsed }, (input) =>
    id === null
      ? addShopPage(ctx, actor, input)
      : editShopPage(ctx, actor, id, postedVersion(posted), input),
  );
}

function readPage(posted: FormData) {
  return {
    ...postedNameAndAddress(posted),
    ...postedFormattedText(posted),
    status: posted.get('status'),
    inFooter: posted.has('inFooter'),
  };
}

export default function EditPage({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <EditorPage
      title={page?.name ?? 'Add a page'}
      list={kind.list}
      all="pages"
      shopPath={page?.status === 'published' ? kind.path + page.slug : undefined}
      notices={editorNotices(kind)}
      result={actionData}
    >
      <PageForm
        key={`${page?.id} ${page?.version}`}
        page={page}
        refused={actionData && 'result' in actionData ? actionData : null}
      />
      {page ? (
        <Removal
          thing={kind.thing}
          name={page.name}
          text="Its address will be gone, and the footer no longer links it."
        />
      ) : null}
    </EditorPage>
  );
}
