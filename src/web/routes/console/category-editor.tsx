import { useState } from 'react';
import { data } from 'react-router';
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
import { ConfirmedForm, SURE } from '../../components/console/confirmed-form.tsx';
import {
  notDone,
  notSure,
  removeRecord,
  saveRecord,
} from '../../components/console/editor/editor-action.ts';
import { editorKinds, editorNotices } from '../../components/console/editor/editor-kinds.ts';
import type { EditorMessage } from '../../components/console/editor/editor-notice.tsx';
import type { EditorResult } from '../../components/console/editor/editor-result.ts';
import { postedVersion, savedId } from '../../components/console/editor/posted.ts';
import { Removal } from '../../components/console/editor/removal.tsx';
import { Panel } from '../../components/console/panel.tsx';
import { useCategories } from '../../components/console/use-categories.ts';
import { saveKeys } from '../../components/console/use-save-key.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/category-editor.ts';
import { readSection } from './sections/read-section.ts';
import { SectionEditorPage, SectionForm } from './sections/section-editor.tsx';

const kind = editorKinds.category;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.category?.name ?? 'Add a category', 'Changing a category.');

export const handle = { keys: saveKeys };

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
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const id = savedId(params.id);
  const intent = posted.get('intent');
  if (id !== null && intent !== 'save') {
    if (!posted.has(SURE)) return notSure();
    return intent === 'move'
      ? move(visit, id, String(posted.get('to')))
      : removeRecord(kind.list, editorNotices(kind), removeCategory(ctx, actor, id));
  }
  const { unfit, changes } = await readSection(visit, posted);
  const parsed = categoryInput.safeParse({ ...changes, offers: posted.has('offers') });
  return saveRecord(kind, id, posted, { unfit, parsed }, (input) =>
    id === null
      ? addCategory(ctx, actor, input)
      : editCategory(ctx, actor, id, postedVersion(posted), input),
  );
}

async function move({ ctx, actor }: Visit, id: string, to: string) {
  const { value, refusal } = await orRefusal(moveProducts(ctx, actor, id, to));
  if (refusal) return notDone(refusal);
  const moved = `${counted(value.moved, 'product')} moved.`;
  const editorMessage: EditorMessage = value.isMoreLeft
    ? { tone: 'info', text: `${moved} There are more: please press the button again.` }
    : { tone: 'success', text: moved };
  return data({ editorMessage });
}

export default function EditCategory({ loaderData, actionData }: Route.ComponentProps) {
  const { category, whyKept } = loaderData;
  return (
    <SectionEditorPage kind={kind} saved={category} result={actionData}>
      <CategoryForm
        key={`${category?.id} ${category?.version}`}
        category={category}
        result={actionData}
      />
      {category ? (
        <>
          <Products category={category} />
          <Removal
            thing={kind.thing}
            name={category.name}
            text="Its page and its addresses will be gone. It has no products."
            whyKept={whyKept}
          />
        </>
      ) : null}
    </SectionEditorPage>
  );
}

function CategoryForm({
  category,
  result,
}: {
  category: StaffCategory | null;
  result: EditorResult;
}) {
  return (
    <SectionForm
      kind={kind}
      saved={category}
      result={result}
      differences={({ offers }) => [['Home page offers', offers ? 'yes' : 'no']]}
    >
      {({ checked }) => (
        <Panel title="Where it shows">
          <CheckBox
            name="inMenu"
            label="In the menu"
            hint="Also in the tabs and tiles of the home page."
            defaultChecked={checked('inMenu', category?.inMenu ?? true)}
          />
          <CheckBox
            name="offers"
            label="The home page's offers are its newest products"
            hint="One category has the offers. Choosing this one takes them from the other."
            defaultChecked={checked('offers', category?.offers ?? false)}
          />
        </Panel>
      )}
    </SectionForm>
  );
}

function Products({ category }: { category: StaffCategory }) {
  const list = `/admin/products?${new URLSearchParams({ category: category.id })}`;
  return (
    <Panel title="Products">
      <p>
        <Link to={list} className="link">
          Show its products
        </Link>
      </p>
      <MoveForm category={category} />
    </Panel>
  );
}

/** Moves all products to another category. */
function MoveForm({ category }: { category: StaffCategory }) {
  const others = useCategories().filter(({ id }) => id !== category.id);
  const [chosen, setChosen] = useState(others[0]?.id);
  const target = others.find(({ id }) => id === chosen) ?? others[0];
  if (!target) return null;
  return (
    <ConfirmedForm
      intent="move"
      button="Move products"
      title={`Move the products of ${category.name}?`}
      text={`All of them will be in ${target.name}, drafts and archived ones too: 5,000 at a time.`}
    >
      <div className="min-w-0">
        <label htmlFor="move-to" className="field-label">
          Move all its products to
        </label>
        <select
          id="move-to"
          name="to"
          value={target.id}
          onChange={(event) => setChosen(event.target.value)}
          className="control"
        >
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </ConfirmedForm>
  );
}
