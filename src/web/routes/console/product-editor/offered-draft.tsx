import type { Dispatch } from 'react';
import { counted } from '#shared/counted.ts';
import { OfferedChanges } from '../../../components/console/offered-changes.tsx';
import { hasChanges } from './changes.ts';
import type { EditorAction, EditorState } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { OfferedDraft, useStoredDraft } from './stored-draft.ts';

/**
 * Offers the drafts that earlier visits stored: all those of new products; of a saved product the
 * last one, and the one before when that is dropped.
 */
export function OfferedDrafts({
  stored: { offered, take, refuse },
  state: { base, version, draft: typed },
  dispatch,
  isNew,
  timeZone,
  onTake,
}: {
  stored: ReturnType<typeof useStoredDraft>;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  isNew: boolean;
  timeZone: string;
  /** Called with the new name of the page's draft. */
  onTake: (started: string) => void;
}) {
  const accept = (taken: OfferedDraft) => {
    // The product may have been saved since. Values that this draft did not change are the current
    // ones.
    const draft = mergeDrafts(taken.base, taken.draft, base);
    // What was typed on this page stays, but not in another new product.
    const merged = isNew ? draft : mergeDrafts(base, typed, draft);
    dispatch({ type: 'rebase', base, version, draft: merged });
    const changed = hasChanges(base, merged, timeZone) ? merged : null;
    onTake(take(taken, changed, !isNew));
  };
  const shown = isNew ? offered : offered.slice(0, 1);
  const older = offered.length - shown.length;
  return shown.map((one) => (
    <OfferedChanges
      key={one.key}
      at={one.at}
      timeZone={timeZone}
      note={isNew ? nameOf(one) : older > 0 && `${counted(older, 'older draft')} will follow.`}
      onTake={() => accept(one)}
      onDrop={() => refuse(one)}
    />
  ));
}

const nameOf = ({ draft }: OfferedDraft) =>
  draft.fields.name ? `The product is '${draft.fields.name}'.` : null;
