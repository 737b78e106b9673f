import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { StaffProduct } from '#features/product-management/product-management.schema.ts';
import { findCellErrors, findFieldErrors } from './cell-values.ts';
import { changesBetween, hasChanges } from './changes.ts';
import { blankDraft, type Draft, draftOf, type Fields, nothing } from './draft.ts';
import { packEdit } from './edit-form.ts';
import { initialState, reduce } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { SaveResult } from './save-edit.ts';

/** What the loaders of the editor's pages return. */
export interface EditorData {
  /** Null for a product that is not saved yet. */
  product: StaffProduct | null;
  userId: string;
  timeZone: string;
  startingUnits: number;
}

/** What somebody else saved meanwhile. */
export interface Theirs {
  draft: Draft;
  version: number;
}

/** The state of the editor and how it is saved. `posted` is the result of a form without script. */
export function useEditor(loaded: EditorData, posted: SaveResult | undefined) {
  const { product, timeZone } = loaded;
  const [state, dispatch] = useReducer(reduce, null, () => firstState(loaded, posted));
  const [theirs, setTheirs] = useState<Theirs | null>(() => theirsOf(posted, timeZone));
  const [checked, setChecked] = useState(posted?.ok === false);
  const { base, draft } = state;
  const fetcher = useFetcher<SaveResult>();
  const { images, sheet, fields } = draft;
  const cellErrors = useMemo(() => findCellErrors(sheet.rows, images), [sheet.rows, images]);
  const fieldErrors = useMemo(() => findFieldErrors(fields, timeZone), [fields, timeZone]);
  const unsaved = useMemo(() => hasChanges(base, draft, timeZone), [base, draft, timeZone]);
  const sent = useRef(draft);

  /** Sends the draft, unless something in it is wrong; returns whether it was sent. */
  const save = (what = draft, from = base, version = state.version): boolean => {
    setChecked(true);
    const isWrong =
      Object.keys(findFieldErrors(what.fields, timeZone)).length +
        findCellErrors(what.sheet.rows, what.images).size >
      0;
    if (isWrong || fetcher.state !== 'idle') return false;
    sent.current = what;
    const changes = changesBetween(product ? from : nothing(), what, timeZone);
    void fetcher.submit(packEdit(version, changes), {
      method: 'post',
      encType: 'multipart/form-data',
    });
    return true;
  };

  const receive = useCallback(
    (result: SaveResult) => {
      if (result.ok) {
        const { version } = result.product;
        const saved = draftOf(result.product, timeZone);
        dispatch({ type: 'saved', sent: sent.current, product: saved, version });
        setChecked(false);
      }
      setTheirs(theirsOf(result, timeZone));
    },
    [timeZone],
  );
  useEffect(() => {
    if (fetcher.data) receive(fetcher.data);
  }, [fetcher.data, receive]);
  useNewerVersion(product, state.version, unsaved, (newer) => {
    const { version } = newer;
    const saved = draftOf(newer, timeZone);
    dispatch({ type: 'rebase', base: saved, version, draft: saved });
  });

  return {
    state,
    dispatch,
    unsaved,
    save,
    isSaving: fetcher.state !== 'idle',
    result: fetcher.data ?? posted,
    theirs,
    /** Saves what was chosen of both versions. */
    saveMerged(merged: Draft) {
      if (!theirs) return;
      dispatch({ type: 'rebase', base: theirs.draft, version: theirs.version, draft: merged });
      if (save(merged, theirs.draft, theirs.version)) setTheirs(null);
    },
    cellErrors,
    fieldErrors: checked ? fieldErrors : {},
    hasErrors: cellErrors.size > 0 || Object.keys(fieldErrors).length > 0,
  };
}

/** Shows a newer version that the page loaded, as after a change in another tab. */
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

function firstState({ product, timeZone, startingUnits }: EditorData, posted?: SaveResult) {
  const loaded = product ? draftOf(product, timeZone) : blankDraft(startingUnits);
  const version = product?.version ?? 0;
  const typed = posted?.ok === false ? posted.typed : undefined;
  if (!typed) return initialState(loaded, version);
  const draft = withFields(loaded, typed.fields);
  const theirs = theirsOf(posted, timeZone);
  if (!theirs) return initialState(loaded, version, draft);
  // Without script the next post is made on their version, with my changes beside theirs.
  const merged = mergeDrafts(withFields(theirs.draft, typed.base), draft, theirs.draft);
  return initialState(theirs.draft, theirs.version, merged);
}

const withFields = (draft: Draft, fields: Fields): Draft => ({ ...draft, fields });

function theirsOf(result: SaveResult | undefined, timeZone: string): Theirs | null {
  if (result?.ok !== false || !result.current) return null;
  const { current } = result;
  return { draft: draftOf(current, timeZone), version: current.version };
}
