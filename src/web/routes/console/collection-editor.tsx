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
import { countedUpTo } from '#shared/counted.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/collection-editor.ts';
import { Section } from './product-editor/section.tsx';
import { SURE } from './sections/confirmed-form.tsx';
import { ContentFields, contentWords } from './sections/content-fields.tsx';
import { notSure } from './sections/editor-notice.tsx';
import { describeRule, nothingFits, readContent, ruleFields } from './sections/rule-form.ts';
import {
  type EditorResult,
  SectionEditorPage,
  SectionForm,
  SectionRemoval,
} from './sections/section-editor.tsx';
import { CheckBox } from './sections/section-fields.tsx';
import { postedVersion, readSection, removeSection, saveSection } from './sections/section-form.ts';
import { savedId, sectionPages } from './sections/section-pages.ts';

const kind = sectionPages.collection;
/** The products of a collection are counted up to this number. */
const COUNTED = 1_000;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.collection?.name ?? 'Add a collection', 'Changing a collection.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const id = savedId(params.id);
  const tags = await orErrorPage(listProductTags(ctx, actor));
  if (id === null) return { collection: null, count: 0, tags };
  const collection = await orErrorPage(getCollection(ctx, actor, id));
  const shown = await orErrorPage(findCollection(ctx, collection.slug));
  const count = shown ? await orErrorPage(countInSection(ctx, shown.scope, COUNTED + 1)) : 0;
  return { collection, count, tags };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const id = savedId(params.id);
  if (id !== null && posted.get('intent') === 'remove')
    return posted.has(SURE) ? removeSection(kind, removeCollection(ctx, actor, id)) : notSure();
  const { unfit, changes } = await readSection(visit, posted);
  const parsed = collectionInput.safeParse({ ...changes, ...readContent(posted) });
  return saveSection(kind, id, posted, { unfit, parsed }, (input) =>
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
        <SectionRemoval
          kind={kind}
          name={collection.name}
          text="Its page and its addresses will be gone. Its products stay in the shop."
        />
      ) : null}
    </SectionEditorPage>
  );
}

function inShop(count: number): string {
  return `${countedUpTo(count, COUNTED, 'product')} in the shop`;
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
          <Section title="Where it shows">
            <CheckBox
              name="inMenu"
              label="In the menu"
              hint="After the categories."
              checked={checked('inMenu', collection?.inMenu ?? false)}
            />
          </Section>
        </>
      )}
    </SectionForm>
  );
}
