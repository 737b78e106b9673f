import type { Dispatch } from 'react';
import { OfferedChanges } from '../../../components/console/offered-changes.tsx';
import type { EditorAction, EditorState } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { useStoredDraft } from './stored-draft.ts';

/** Offers the draft that an earlier visit stored. */
export function OfferedDraft({
  stored: { offered, closeOffer },
  state: { base, version },
  dispatch,
  timeZone,
}: {
  stored: ReturnType<typeof useStoredDraft>;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  timeZone: string;
}) {
  if (!offered) return null;
  const take = () => {
    // The product may have been saved since. Values that this draft did not change are the current
    // ones.
    const draft = mergeDrafts(offered.base, offered.draft, base);
    dispatch({ type: 'rebase', base, version, draft });
    closeOffer(false);
  };
  return (
    <OfferedChanges
      at={offered.at}
      timeZone={timeZone}
      onTake={take}
      onDrop={() => closeOffer(true)}
    />
  );
}
