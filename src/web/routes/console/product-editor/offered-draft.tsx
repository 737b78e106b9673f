import type { Dispatch } from 'react';
import { OfferedChanges } from '../../../components/console/offered-changes.tsx';
import type { EditorAction, EditorState } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { useStoredDraft } from './stored-draft.ts';

/** Offers the draft that was stored before the editor was opened. */
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
    // The product may have been saved since, so what nobody touched here is as it is now.
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
