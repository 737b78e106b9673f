import type { Dispatch } from 'react';
import { OfferedChanges } from '../../../components/console/offered-changes.tsx';
import type { EditorAction, EditorState } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { OfferedDraft, useStoredDraft } from './stored-draft.ts';

/** Offers the drafts that earlier visits stored. */
export function OfferedDrafts({
  stored: { offered, closeOffers, refuse },
  state: { base, version },
  dispatch,
  timeZone,
  onTake,
}: {
  stored: ReturnType<typeof useStoredDraft>;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  timeZone: string;
  /** Called with the name of the draft. */
  onTake: (started: string) => void;
}) {
  const take = (taken: OfferedDraft) => {
    // The product may have been saved since. Values that this draft did not change are the current
    // ones.
    const draft = mergeDrafts(taken.base, taken.draft, base);
    dispatch({ type: 'rebase', base, version, draft });
    onTake(taken.started);
    closeOffers();
  };
  return offered.map((one) => (
    <OfferedChanges
      key={one.key}
      at={one.at}
      timeZone={timeZone}
      note={one.draft.fields.name ? `The product is '${one.draft.fields.name}'.` : null}
      onTake={() => take(one)}
      onDrop={() => refuse(one)}
    />
  ));
}
