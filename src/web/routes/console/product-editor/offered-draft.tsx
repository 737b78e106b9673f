import type { Dispatch } from 'react';
import { toZonedTime } from '#shared/zoned-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { EditorAction, EditorState } from './editor-state.ts';
import { mergeDrafts } from './merge.ts';
import type { useStoredDraft } from './stored-draft.ts';

/** Offers changes that were not saved when the page was last open. */
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
  const time = toZonedTime(new Date(offered.at).toISOString(), timeZone).replace('T', ', ');
  const take = () => {
    // The product may have been saved since, so what nobody touched here is as it is now.
    const draft = mergeDrafts(offered.base, offered.draft, base);
    dispatch({ type: 'rebase', base, version, draft });
    closeOffer(false);
  };
  return (
    <Notice tone="info" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          You have changes of {time} ({timeZone}) that were not saved.
        </p>
        <div className="flex gap-2">
          <Button type="button" look="solid" onClick={take}>
            Bring them back
          </Button>
          <Button type="button" onClick={() => closeOffer(true)}>
            Drop them
          </Button>
        </div>
      </div>
    </Notice>
  );
}
