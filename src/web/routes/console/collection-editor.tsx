import { useState } from 'react';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { countMatchingUpTo, findCollection } from '#features/catalog/catalog.ts';
import { collectionInput } from '#features/merchandising/merchandising.schema.ts';
import {
  addCollection,
  type CollectionWithProducts,
  editCollection,
  getCollection,
  removeCollection,
} from '#features/merchandising/merchandising.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import type { Route } from './+types/collection-editor.ts';
import { Section } from './product-editor/section.tsx';
import { AskedForm, SURE } from './sections/asked-form.tsx';
import { ConflictNotice } from './sections/conflict-notice.tsx';
import { ContentFields, contentWords } from './sections/content-fields.tsx';
import { type Deed, DeedNotice, notDone, notSure } from './sections/deed.tsx';
import { describeRule, readContent, ruleFields } from './sections/rule-form.ts';
import { CheckBox, SectionFields, sectionWords, wasChecked } from './sections/section-fields.tsx';
import {
  postedVersion,
  readSection,
  type SectionResult,
  saveSection,
} from './sections/section-form.ts';
import { SectionNotice } from './sections/section-notice.tsx';

const LIST = '/admin/collections';
/** Products of a collection are counted up to so many. */
const COUNTED = 1_000;
/** `/admin/collections/new` is the page for one that is not saved yet. */
const savedId = (id: string) => (id === 'new' ? null : id);

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.collection?.name ?? 'Add a collection', 'Changing a collection.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const id = savedId(params.id);
  if (id === null) return { collection: null, count: 0 };
  const collection = await orErrorPage(getCollection(ctx, actor, id));
  const shown = await orErrorPage(findCollection(ctx, collection.slug));
  const count = shown ? await orErrorPage(countMatchingUpTo(ctx, shown.scope, COUNTED + 1)) : 0;
  return { collection, count };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const id = savedId(params.id);
  if (id !== null && posted.get('intent') === 'remove') {
    if (!posted.has(SURE)) return notSure();
    const { refusal } = await orRefusal(removeCollection(ctx, actor, id));
    if (refusal) return notDone(refusal);
    throw redirect(`${LIST}?done=removed`);
  }
  const { unfit, changes } = await readSection(visit, posted);
  const parsed = collectionInput.safeParse({ ...changes, ...readContent(posted) });
  const version = postedVersion(posted);
  return saveSection(
    posted,
    { unfit, parsed },
    (input) =>
      id === null
        ? addCollection(ctx, actor, input)
        : editCollection(ctx, actor, id, version, input),
    (saved) => `${LIST}/${saved.id}?done=${id === null ? 'added' : 'saved'}`,
  );
}

export default function EditCollection({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, count } = loaderData;
  const deed = actionData && 'deed' in actionData ? (actionData.deed as Deed) : null;
  const refused = actionData && 'result' in actionData ? (actionData as SectionResult) : undefined;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={collection?.name ?? 'Add a collection'}
        about={
          <>
            <Link to={LIST} className="link">
              All collections
            </Link>
            {collection ? `, ${inShop(count)}` : null}
          </>
        }
      >
        {collection ? (
          <ButtonLink to={`/collections/${collection.slug}`} className={DENSE_BUTTON}>
            Show its page
          </ButtonLink>
        ) : null}
      </ConsoleHeading>
      {actionData ? null : <SectionNotice thing="collection" />}
      {deed ? <DeedNotice deed={deed} /> : null}
      <div className="grid max-w-3xl gap-4">
        {/* A saved one starts anew: nothing is unsaved then. */}
        <CollectionForm
          key={`${collection?.id} ${collection?.version}`}
          collection={collection}
          refused={refused}
        />
        {collection ? (
          <Section title="Remove the collection">
            <AskedForm
              intent="remove"
              button="Remove collection"
              title={`Remove ${collection.name}?`}
              text="Its page and its addresses will be gone. Its products stay in the shop."
              look="danger"
            />
          </Section>
        ) : null}
      </div>
    </div>
  );
}

function inShop(count: number): string {
  const shown =
    count > COUNTED ? `more than ${withThousands(COUNTED)} products` : counted(count, 'product');
  return `${shown} in the shop`;
}

function CollectionForm({
  collection,
  refused,
}: {
  collection: CollectionWithProducts | null;
  refused: SectionResult | undefined;
}) {
  const [uploading, setUploading] = useState(false);
  const busy = useNavigation().formData?.get('intent') === 'save';
  const { name = '', slug = '', description = '' } = collection ?? {};
  const { form, field, formErrors } = useCheckedForm({
    id: 'collection',
    fields: { ...sectionWords, ...contentWords() },
    lastResult: refused?.result,
    values: { name, slug, description, ...ruleFields(collection?.rule ?? null) },
  });
  const blocker = useUnsavedGuard(form.ref);
  const current = refused?.current as CollectionWithProducts | undefined;
  const checked = (name: string, saved: boolean) => wasChecked(refused?.result, name, saved);
  return (
    <Form method="post" encType="multipart/form-data" {...form} className="grid gap-4">
      <LeaveDialog blocker={blocker} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={(current ?? collection)?.version ?? 0} />
      <FormErrors errors={formErrors} />
      {current ? (
        <ConflictNotice
          fields={[
            ['Name', current.name],
            ['Address', current.slug],
            ['Text', current.description],
            ['In the menu', current.inMenu ? 'yes' : 'no'],
            ['Products', describeRule(current)],
          ]}
        />
      ) : null}
      <SectionFields
        field={field}
        path="/collections/"
        saved={collection}
        onUploading={setUploading}
      />
      <ContentFields field={field} collection={collection} checked={checked} form={form.ref} />
      <Section title="Where it shows">
        <CheckBox
          name="inMenu"
          label="In the menu"
          hint="After the categories."
          checked={checked('inMenu', collection?.inMenu ?? false)}
        />
      </Section>
      <div>
        <Button look="accent" pending={busy} disabled={uploading}>
          {collection ? 'Save' : 'Add collection'}
        </Button>
      </div>
    </Form>
  );
}
