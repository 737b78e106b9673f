import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { StaffProduct } from '#features/product-management/product-management.schema.ts';
import type { ImagePlaces } from '../../../components/console/rich-text/pasted-html.ts';
import { findCellErrors, findFieldErrors } from './cell-values.ts';
import { changesBetween, hasChanges } from './changes.ts';
import { blankDraft, type Draft, draftOf, type FieldName, type Fields, nothing } from './draft.ts';
import { GIVEN_ID, packEdit, STARTED } from './edit-form.ts';
import { initialState, reduce } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { SaveResult } from './save-edit.ts';

/** What the loaders of the editor's pages return. */
export interface EditorData {
  /** Null for a product that is not saved yet. */
  product: StaffProduct | null;
  /** The id that a product gets which is not saved yet. */
  newId: string;
  /** The names of the related products, by id. */
  relatedNames: Record<string, string>;
  userId: string;
  timeZone: string;
  imagePlaces: ImagePlaces;
  /** How the server makes SKUs for variants without one. */
  skuPattern: string;
}

/** What somebody else saved meanwhile. */
export interface Theirs {
  draft: Draft;
  version: number;
  /** The drafts to compare it with, if they are not the current state of the page. */
  compared?: { base: Draft; mine: Draft };
}

/**
 * The state of the editor and how it is saved. `posted` is the result of a form without script,
 * `started` the name of the page's stored draft.
 */
export function useEditor(loaded: EditorData, posted: SaveResult | undefined, started: string) {
  const { product, timeZone } = loaded;
  const [state, dispatch] = useReducer(reduce, null, () => firstState(loaded, posted));
  const [theirs, setTheirs] = useState<Theirs | null>(() => postedTheirs(loaded, posted));
  const [checked, setChecked] = useState(posted?.ok === false);
  const [refused, setRefused] = useState(() =>
    refusedOf(posted, posted?.ok === false && posted.typed),
  );
  const [said, setSaid] = useState('Saved.');
  const { base, draft } = state;
  const { images, sheet, fields } = draft;
  const cellErrors = useMemo(() => findCellErrors(sheet.rows, images), [sheet.rows, images]);
  const fieldErrors = useMemo(
    () => findFieldErrors(fields, timeZone, sheet.rows),
    [fields, timeZone, sheet.rows],
  );
  const unsaved = useMemo(() => hasChanges(base, draft, timeZone), [base, draft, timeZone]);
  const sender = useSender(loaded, started, (result, sent) => {
    if (result.ok) {
      const { version } = result.product;
      setSaid(sayStatus(base.fields.status, result.product.status));
      dispatch({ type: 'saved', sent, product: draftOf(result.product, timeZone), version });
      setChecked(false);
    }
    setRefused(refusedOf(result, sent));
    setTheirs(theirsOf(result, timeZone));
  });
  useNewerVersion(product, state.version, unsaved, (newer) => {
    const { version } = newer;
    const saved = draftOf(newer, timeZone);
    dispatch({ type: 'rebase', base: saved, version, draft: saved });
  });

  return {
    state,
    dispatch,
    unsaved,
    /** Sends the draft unless it has errors. Returns whether it was sent. */
    save(what = draft): boolean {
      setChecked(true);
      return sender.send(what, base, state.version);
    },
    isSaving: sender.isSending,
    result: sender.result ?? posted,
    theirs,
    /** Saves the chosen values of both versions. */
    saveMerged(merged: Draft) {
      if (!theirs) return;
      setChecked(true);
      dispatch({ type: 'rebase', base: theirs.draft, version: theirs.version, draft: merged });
      if (sender.send(merged, theirs.draft, theirs.version)) setTheirs(null);
    },
    cellErrors,
    fieldErrors: checked ? { ...stillRefused(refused, fields), ...fieldErrors } : {},
    /** The notice after a save. */
    said,
  };
}

/** Sends drafts without errors, one at a time, and passes on the result of each. */
function useSender(
  { product, newId, timeZone }: EditorData,
  started: string,
  onResult: (result: SaveResult, sent: Draft) => void,
) {
  const fetcher = useFetcher<SaveResult>();
  const sent = useRef<Draft | null>(null);
  // A second press after a lost response has the id of the first.
  const [givenId] = useState(newId);
  const latest = useRef(onResult);
  latest.current = onResult;
  useEffect(() => {
    if (fetcher.data && sent.current) latest.current(fetcher.data, sent.current);
  }, [fetcher.data]);
  return {
    isSending: fetcher.state !== 'idle',
    result: fetcher.data,
    send(draft: Draft, base: Draft, version: number): boolean {
      const fields = Object.keys(findFieldErrors(draft.fields, timeZone, draft.sheet.rows));
      const cells = findCellErrors(draft.sheet.rows, draft.images);
      if (fields.length > 0 || cells.size > 0 || fetcher.state !== 'idle') return false;
      sent.current = draft;
      const changes = changesBetween(product ? base : nothing(), draft, timeZone);
      const form = packEdit(version, changes);
      if (!product) {
        form.set(STARTED, started);
        form.set(GIVEN_ID, givenId);
      }
      void fetcher.submit(form, {
        method: 'post',
        encType: 'multipart/form-data',
      });
      return true;
    },
  };
}

/** The notice after a save that may have changed the status. */
function sayStatus(before: string, after: string): string {
  if (before === after) return 'Saved.';
  if (after === 'archived') return 'Archived.';
  return before === 'archived' && after === 'draft' ? 'Restored as a draft.' : 'Saved.';
}

/** What the shop refused of plain fields, and the values that it refused. */
interface Refused {
  errors: Partial<Fields>;
  fields: Fields;
}

function refusedOf(
  result: SaveResult | undefined,
  sent: { fields: Fields } | false | undefined,
): Refused | null {
  if (result?.ok !== false || !result.errors || !sent) return null;
  return { errors: result.errors, fields: sent.fields };
}

/** The refusals of fields that were not changed since. With another status, other rules apply. */
function stillRefused(refused: Refused | null, fields: Fields): Partial<Fields> {
  if (!refused || refused.fields.status !== fields.status) return {};
  const same = Object.entries(refused.errors).filter(([name]) =>
    [name, ...(name === 'descriptions' ? ['descriptionHtml'] : [])].every(
      (one) => refused.fields[one as FieldName] === fields[one as FieldName],
    ),
  );
  return Object.fromEntries(same);
}

/** Shows a newer version that the page has loaded, for example after a change in another tab. */
function useNewerVersion(
  product: StaffProduct | null,
  version: number,
  unsaved: boolean,
  show: (newer: StaffProduct) => void,
) {
  const seen = useRef(product);
  useEffect(() => {
    if (seen.current === product) return;
    seen.current = product;
    if (product && product.version > version && !unsaved) show(product);
  });
}

function firstState(loaded: EditorData, posted?: SaveResult) {
  const saved = savedDraft(loaded);
  const version = loaded.product?.version ?? 0;
  const theirs = postedTheirs(loaded, posted);
  if (theirs?.compared) {
    // The browser's next post is based on their version, and contains my changes.
    const { base, mine } = theirs.compared;
    return initialState(theirs.draft, theirs.version, mergeDrafts(base, mine, theirs.draft));
  }
  const typed = posted?.ok === false ? posted.typed : undefined;
  return initialState(saved, version, typed ? withFields(saved, typed.fields) : saved);
}

/** The conflict of a form that was sent without script. */
function postedTheirs(loaded: EditorData, posted?: SaveResult): Theirs | null {
  const theirs = theirsOf(posted, loaded.timeZone);
  const typed = posted?.ok === false ? posted.typed : undefined;
  if (!theirs || !typed) return theirs;
  const base = withFields(theirs.draft, typed.base);
  return { ...theirs, compared: { base, mine: withFields(theirs.draft, typed.fields) } };
}

function savedDraft({ product, timeZone }: EditorData): Draft {
  return product ? draftOf(product, timeZone) : blankDraft();
}

const withFields = (draft: Draft, fields: Fields): Draft => ({ ...draft, fields });

function theirsOf(result: SaveResult | undefined, timeZone: string): Theirs | null {
  if (result?.ok !== false || !result.current) return null;
  const { current } = result;
  return { draft: draftOf(current, timeZone), version: current.version };
}
