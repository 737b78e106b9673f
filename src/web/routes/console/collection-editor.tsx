import { countInSection, findCollection } from '#features/catalog/catalog.ts';
import { collectionInput } from '#features/merchandising/merchandising.schema.ts';
import {
  addCollection,
  type CollectionWithProducts,
  editCollection,
  getCollection,
  listProductTags,
  removeCollection,
} from '#features/merchandising/merchandising.ts';
import { countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { SURE } from '../../components/console/confirmed-form.tsx';
import {
  notSure,
  removeRecord,
  saveRecord,
} from '../../components/console/editor/editor-action.ts';
import { editorKinds, editorNotices } from '../../components/console/editor/editor-kinds.ts';
import type { EditorResult } from '../../components/console/editor/editor-result.ts';
import { postedVersion, savedId } from '../../components/console/editor/posted.ts';
import { Removal } from '../../components/console/editor/removal.tsx';
import { Panel } from '../../components/console/panel.tsx';
import { saveKeys } from '../../components/console/use-save-key.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/collection-editor.ts';
import { ContentFields, contentWords } from './sections/content-fields.tsx';
import { readSection } from './sections/read-section.ts';
import { describeRule, nothingFits, readContent, ruleFields } from './sections/rule-form.ts';
import { SectionEditorPage, SectionForm } from './sections/section-editor.tsx';

const kind = editorKinds.collection;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.collection?.name ?? 'Add a collection', 'Changing a collection.');

export const handle = { keys: saveKeys };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const id = savedId(params.id);
  const tags = await orErrorPage(listProductTags(ctx, actor));
  if (id === null) return { collection: null, count: 0, tags };
  const collection = await orErrorPage(getCollection(ctx, actor, id));
  const shown = await orErrorPage(findCollection(ctx, collection.slug));
  const count = shown ? await orErrorPage(countInSection(ctx, shown.scope, MOST_COUNTED + 1)) : 0;
  return { collection, count, tags };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const id = savedId(params.id);
  if (id !== null && posted.get('intent') === 'remove')
    return posted.has(SURE)
      ? removeRecord(kind.list, editorNotices(kind), removeCollection(ctx, actor, id))
      : notSure();
  const { unfit, changes } = await readSection(visit, posted);
  const parsed = collectionInput.safeParse({ ...changes, ...readContent(posted) });
  return saveRecord(kind, id, posted, { unfit, parsed }, (input) =>
    id === null
      ? addCollection(ctx, actor, input)
      : editCollection(ctx, actor, id, postedVersion(posted), input),
  );
}

export default function EditCollection({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, count, tags } = loaderData;
  return (
    <SectionEditorPage
      kind={kind}
      saved={collection}
      result={actionData}
      {...(collection ? { about: inShop(count) } : {})}
    >
      {collection?.rule && count === 0 ? (
        <Notice tone="info">{nothingFits(collection.rule, tags)}</Notice>
      ) : null}
      <CollectionForm
        key={`${collection?.id} ${collection?.version}`}
        collection={collection}
        tags={tags}
        result={actionData}
      />
      {collection ? (
        <Removal
          thing={kind.thing}
          name={collection.name}
          text="Its page and its addresses will be gone. Its products stay in the shop."
        />
      ) : null}
    </SectionEditorPage>
  );
}

function inShop(count: number): string {
  return `${countedUpTo(count, MOST_COUNTED, 'product')} in the shop`;
}

function CollectionForm({
  collection,
  tags,
  result,
}: {
  collection: CollectionWithProducts | null;
  tags: string[];
  result: EditorResult;
}) {
  return (
    <SectionForm
      kind={kind}
      saved={collection}
      result={result}
      words={contentWords()}
      values={ruleFields(collection?.rule ?? null)}
      differences={(current) => [['Products', describeRule(current)]]}
    >
      {({ field, checked, form }) => (
        <>
          <ContentFields
            field={field}
            collection={collection}
            tags={tags}
            checked={checked}
            form={form}
          />
          <Panel title="Where it shows">
            <CheckBox
              name="inMenu"
              label="In the menu"
              hint="After the categories."
              defaultChecked={checked('inMenu', collection?.inMenu ?? false)}
            />
          </Panel>
        </>
      )}
    </SectionForm>
  );
}
