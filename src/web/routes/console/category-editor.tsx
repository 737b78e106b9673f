import { useState } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { categoryInput, type StaffCategory } from '#features/merchandising/merchandising.schema.ts';
import {
  addCategory,
  editCategory,
  getCategory,
  moveProducts,
  removeCategory,
  whyNotRemoved,
} from '#features/merchandising/merchandising.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { useCategories } from '../../components/console/use-categories.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import type { Route } from './+types/category-editor.ts';
import { Section } from './product-editor/section.tsx';
import { AskedForm, SURE } from './sections/asked-form.tsx';
import { ConflictNotice } from './sections/conflict-notice.tsx';
import { type Deed, DeedNotice, notDone, notSure } from './sections/deed.tsx';
import { CheckBox, SectionFields, sectionWords, wasChecked } from './sections/section-fields.tsx';
import {
  postedVersion,
  readSection,
  type SectionResult,
  saveSection,
} from './sections/section-form.ts';
import { SectionNotice } from './sections/section-notice.tsx';

const LIST = '/admin/categories';
const pathOf = ({ id }: { id: string }) => `${LIST}/${encodeURIComponent(id)}`;

/** `/admin/categories/new` is the page for one that is not saved yet. */
const savedId = (id: string) => (id === 'new' ? null : id);

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.category?.name ?? 'Add a category', 'Changing a category.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const id = savedId(params.id);
  if (id === null) return { category: null, whyKept: null };
  const [category, whyKept] = await orErrorPage(
    Promise.all([getCategory(ctx, actor, id), whyNotRemoved(ctx, actor, id)]),
  );
  return { category, whyKept };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const id = savedId(params.id);
  const intent = posted.get('intent');
  if (id !== null && intent !== 'save') {
    if (!posted.has(SURE)) return notSure();
    if (intent === 'move') return move(visit, id, String(posted.get('to')));
    return remove(visit, id);
  }
  const { unfit, changes } = await readSection(visit, posted);
  const parsed = categoryInput.safeParse({ ...changes, offers: posted.has('offers') });
  const { ctx, actor } = visit;
  return saveSection(
    posted,
    { unfit, parsed },
    (input) =>
      id === null
        ? addCategory(ctx, actor, input)
        : editCategory(ctx, actor, id, postedVersion(posted), input),
    (saved) => `${id === null ? LIST : pathOf(saved)}?done=${id === null ? 'added' : 'saved'}`,
  );
}

async function move({ ctx, actor }: Visit, id: string, to: string) {
  const { value, refusal } = await orRefusal(moveProducts(ctx, actor, id, to));
  if (refusal) return notDone(refusal);
  const moved = `${counted(value.moved, 'product')} moved.`;
  const deed: Deed = value.isMoreLeft
    ? { tone: 'info', text: `${moved} More are left: please press the button again.` }
    : { tone: 'success', text: moved };
  return data({ deed });
}

async function remove({ ctx, actor }: Visit, id: string) {
  const { refusal } = await orRefusal(removeCategory(ctx, actor, id));
  if (refusal) return notDone(refusal);
  throw redirect(`${LIST}?done=removed`);
}

export default function EditCategory({ loaderData, actionData }: Route.ComponentProps) {
  const { category, whyKept } = loaderData;
  const deed = actionData && 'deed' in actionData ? actionData.deed : null;
  const refused = actionData && 'result' in actionData ? (actionData as SectionResult) : undefined;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={category?.name ?? 'Add a category'}
        about={
          <Link to={LIST} className="link">
            All categories
          </Link>
        }
      >
        {category ? (
          <ButtonLink to={`/${category.slug}`} className={DENSE_BUTTON}>
            Show its page
          </ButtonLink>
        ) : null}
      </ConsoleHeading>
      {actionData ? null : <SectionNotice thing="category" />}
      {deed ? <DeedNotice deed={deed} /> : null}
      <div className="grid max-w-3xl gap-4">
        {/* A saved one starts anew: nothing is unsaved then. */}
        <CategoryForm
          key={`${category?.id} ${category?.version}`}
          category={category}
          refused={refused}
        />
        {category ? <Products category={category} /> : null}
        {category ? <Removal category={category} whyKept={whyKept} /> : null}
      </div>
    </div>
  );
}

function CategoryForm({
  category,
  refused,
}: {
  category: StaffCategory | null;
  refused: SectionResult | undefined;
}) {
  const [uploading, setUploading] = useState(false);
  const busy = useNavigation().formData?.get('intent') === 'save';
  const { form, field, formErrors } = useCheckedForm({
    id: 'category',
    fields: sectionWords,
    lastResult: refused?.result,
    values: category ?? {},
  });
  const blocker = useUnsavedGuard(form.ref);
  const current = refused?.current as StaffCategory | undefined;
  const checked = (name: string, saved: boolean) => wasChecked(refused?.result, name, saved);
  return (
    <Form method="post" encType="multipart/form-data" {...form} className="grid gap-4">
      <LeaveDialog blocker={blocker} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={(current ?? category)?.version ?? 0} />
      <FormErrors errors={formErrors} />
      {current ? (
        <ConflictNotice
          fields={[
            ['Name', current.name],
            ['Address', current.slug],
            ['Text', current.description],
            ['In the menu', current.inMenu ? 'yes' : 'no'],
            ['Home page offers', current.offers ? 'yes' : 'no'],
          ]}
        />
      ) : null}
      <SectionFields field={field} path="/" saved={category} onUploading={setUploading} />
      <Section title="Where it shows">
        <CheckBox
          name="inMenu"
          label="In the menu"
          hint="Also in the tabs and tiles of the home page."
          checked={checked('inMenu', category?.inMenu ?? true)}
        />
        <CheckBox
          name="offers"
          label="The home page's offers are its newest products"
          hint="One category has the offers. Choosing this one takes them from the other."
          checked={checked('offers', category?.offers ?? false)}
        />
      </Section>
      <div>
        <Button look="accent" pending={busy} disabled={uploading}>
          {category ? 'Save' : 'Add category'}
        </Button>
      </div>
    </Form>
  );
}

function Products({ category }: { category: StaffCategory }) {
  const others = useCategories().filter(({ id }) => id !== category.id);
  const list = `/admin/products?${new URLSearchParams({ category: category.id })}`;
  return (
    <Section title="Products">
      <p>
        <Link to={list} className="link">
          Show its products
        </Link>
      </p>
      {others.length > 0 ? (
        <AskedForm
          intent="move"
          button="Move products"
          title={`Move the products of ${category.name}?`}
          text="All of them will be in the other category, drafts and archived ones too: 5,000 at a time."
        >
          <div className="min-w-0">
            <label htmlFor="move-to" className="field-label">
              Move all its products to
            </label>
            <select id="move-to" name="to" className="control">
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </AskedForm>
      ) : null}
    </Section>
  );
}

function Removal({ category, whyKept }: { category: StaffCategory; whyKept: string | null }) {
  const text = 'Its page and its addresses will be gone. It has no products.';
  return (
    <Section title="Remove the category">
      <p className="text-sm text-ink-soft">{whyKept ?? text}</p>
      {whyKept === null ? (
        <AskedForm
          intent="remove"
          button="Remove category"
          title={`Remove ${category.name}?`}
          text={text}
          look="danger"
        />
      ) : null}
    </Section>
  );
}
