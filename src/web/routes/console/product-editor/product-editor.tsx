import { type FormEvent, useRef, useState } from 'react';
import { Form, useSearchParams } from 'react-router';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { ConsoleHeading } from '../../../components/console/console-heading.tsx';
import { newKey } from '../../../components/console/new-key.ts';
import { firstErrorText } from '../../../components/console/sheet/sheet-errors.ts';
import { useEarlyInput } from '../../../components/console/use-early-input.ts';
import { productPath } from '../../../components/product/product-card-view.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { useLeaveQuestion } from '../../../ui/use-unsaved-guard.ts';
import { notUploaded, useAddQuestion } from './add-question.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { columns, type Fields, nameInError, rowsInOrder } from './draft.ts';
import { GIVEN_ID } from './edit-form.ts';
import { EditorColumns } from './editor-columns.tsx';
import { columnLabels } from './field-labels.ts';
import type { Uploads } from './images-panel.tsx';
import { OfferedDrafts } from './offered-draft.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SaveResult } from './save-edit.ts';
import { draftKey, useStoredDraft } from './stored-draft.ts';
import { type EditorData, useEditor } from './use-editor.ts';

interface EditorProps {
  loaded: EditorData;
  posted: SaveResult | undefined;
}

const FORM_ID = 'product';

/** All fields of a product on one page. They are saved together. */
export function ProductEditor({ loaded, posted }: EditorProps) {
  const { product, userId } = loaded;
  const [started, setStarted] = useState(newKey);
  const editor = useEditor(loaded, posted, started);
  const { state, dispatch, unsaved, theirs } = editor;
  const { base, draft } = state;
  const [uploads, setUploads] = useState<Uploads>({ running: 0, failed: 0 });
  const form = useRef<HTMLFormElement>(null);
  const blocker = useLeaveQuestion(unsaved || uploads.running + uploads.failed > 0);
  const key = draftKey(userId, product?.id ?? null, started);
  const stored = useStoredDraft(key, { base, draft, unsaved });
  useEarlyInput(FORM_ID);

  const save = (what = draft) =>
    editor.save(what) || requestAnimationFrame(() => focusFirstError(form.current));
  const { press, question } = useAddQuestion(product ? 0 : uploads.failed, () => void save());
  return (
    <div className="px-4 pb-4 lg:px-6">
      <LeaveDialog blocker={blocker} />
      {question}
      <Form
        ref={form}
        id={FORM_ID}
        method="post"
        encType="multipart/form-data"
        noValidate
        onSubmit={(event) => {
          if (!isDuplicating(event)) press();
        }}
      >
        <input type="hidden" name="version" value={state.version} />
        {product ? null : <input type="hidden" name={GIVEN_ID} value={loaded.newId} />}
        <input type="hidden" name="base" value={JSON.stringify(base.fields)} />
        <Heading
          product={product}
          saved={base.fields}
          disabled={editor.isSaving || theirs !== null}
          unsaved={unsaved}
          onStatus={(status) => {
            dispatch({ type: 'field', name: 'status', value: status });
            save({ ...draft, fields: { ...draft.fields, status } });
          }}
        />
        <OfferedDrafts
          stored={stored}
          state={state}
          dispatch={dispatch}
          timeZone={loaded.timeZone}
          isNew={!product}
          onTake={setStarted}
        />
        {theirs ? <ConflictPanel state={state} theirs={theirs} onSave={editor.saveMerged} /> : null}
        <EditorColumns editor={editor} loaded={loaded} onUploads={setUploads} />
        <BottomBar editor={editor} isNew={!product} uploads={uploads} onSave={press} />
      </Form>
    </div>
  );
}

/** Whether the browser sends the form itself, for a copy of the product. */
function isDuplicating(event: FormEvent): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter?.getAttribute('value') === 'duplicate') return true;
  event.preventDefault();
  return false;
}

function Heading(props: {
  /** Null for a product that is not saved yet. */
  product: EditorData['product'];
  saved: Fields;
  disabled: boolean;
  unsaved: boolean;
  onStatus: (status: string) => void;
}) {
  const { product, saved, disabled, unsaved, onStatus } = props;
  const status = product ? saved.status : null;
  const label = productStatusLabels[status as keyof typeof productStatusLabels];
  return (
    <ConsoleHeading title={product ? saved.name : 'Add a product'} about={label}>
      {product ? <Links product={product} saved={saved} /> : null}
      {status ? (
        <Button
          name="intent"
          value="duplicate"
          // The copy is made of the saved version.
          disabled={disabled || unsaved}
          className={SMALL}
        >
          Duplicate
        </Button>
      ) : null}
      {status ? (
        <ArchiveButton {...{ status, unsaved, disabled, onStatus }} className={SMALL} />
      ) : null}
    </ConsoleHeading>
  );
}

/** The product in the shop, the orders with it, and what staff changed. */
function Links({ product, saved }: { product: NonNullable<EditorData['product']>; saved: Fields }) {
  const orders = new URLSearchParams({ productId: product.id });
  return (
    <>
      {saved.status === 'active' ? (
        <ButtonLink
          to={productPath(product)}
          reloadDocument
          target="_blank"
          rel="noopener"
          className={SMALL}
        >
          View in shop
        </ButtonLink>
      ) : null}
      <ButtonLink to={`/admin/orders?${orders}`} className={SMALL}>
        Orders
      </ButtonLink>
      <ButtonLink to={`/admin/audit-log?of=${product.id}`} className={SMALL}>
        Changes
      </ButtonLink>
    </>
  );
}

const SMALL = 'lg:min-h-9 lg:px-3 lg:py-1 lg:text-sm';

function BottomBar({
  editor,
  isNew,
  uploads: { running: uploading, failed },
  onSave,
}: {
  editor: ReturnType<typeof useEditor>;
  isNew: boolean;
  uploads: Uploads;
  onSave: () => void;
}) {
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const { unsaved, result, isSaving, theirs, said } = editor;
  const failure = result?.ok === false && !theirs && !isSaving ? result.message : null;
  const isBarShown = isNew || unsaved || isSaving || failure !== null || uploading > 0;
  const isSaved = result ? result.ok : params.has('saved');
  const wrong = Object.keys(editor.fieldErrors).length > 0 ? CHECK : wrongCell(editor);
  return (
    <>
      {isSaved && !isBarShown ? (
        <Notice tone="success" className="sticky bottom-2 z-30 mt-4 w-fit shadow-panel">
          {failed > 0 ? `${said} ${notUploaded(failed)}` : said}
        </Notice>
      ) : null}
      {/* Without script it is always there. With script, a conflict has a button of its own. */}
      {(isBarShown && !theirs) || !hydrated ? (
        <div className={hydrated ? 'contents' : 'hidden scriptless:contents'}>
          <SaveBar
            label={isNew ? 'Add product' : 'Save'}
            status={statusOf({ uploading, wrong, unsaved })}
            failure={failure}
            isSaving={isSaving}
            disabled={isSaving || uploading > 0}
            onSave={onSave}
            onDiscard={unsaved && hydrated ? () => editor.dispatch({ type: 'discard' }) : null}
          />
        </div>
      ) : null}
    </>
  );
}

const CHECK = 'Please check what is marked.';

/** The first wrong cell of the grid with its reason; null where none is wrong. */
function wrongCell({ cellErrors, state }: ReturnType<typeof useEditor>): string | null {
  if (cellErrors.size === 0) return null;
  const labels = columns.map((name) => ({ name, label: columnLabels[name] }));
  const rows = rowsInOrder(state.draft.sheet, false);
  return firstErrorText(rows, labels, cellErrors, nameInError) ?? CHECK;
}

function statusOf(now: { uploading: number; wrong: string | null; unsaved: boolean }): string {
  if (now.uploading > 0) return 'Images are being uploaded.';
  if (now.wrong !== null) return now.wrong;
  return now.unsaved ? 'Unsaved changes' : '';
}

function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([role="gridcell"])');
  // The cell may be out of sight, so the grid has to scroll to it.
  if (!first) form?.querySelector<HTMLElement>('[data-first-error]')?.click();
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}
