import { useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { type Notices, useNotice } from '../../notices.ts';
import type { AdjustmentResult, UndoResult } from '../../stock-adjustment.ts';
import { adjustmentNotices } from '../../stock-notices.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import { DENSE_BUTTON } from './dense.ts';

interface Shown {
  tone: NoticeTone;
  text: string;
  /** The key of the adjustment that can be undone. */
  undo: string | null;
}

/**
 * Shows the last adjustment of the page, with a button that undoes it once. Without script the
 * address has them after a redirect, and `posted` is a refused undo.
 */
export function AdjustedNotice({
  last,
  posted,
}: {
  last: AdjustmentResult | null;
  posted: UndoResult | undefined;
}) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<UndoResult>({ key: 'undo-adjustment' });
  const text = useRef<HTMLParagraphElement>(null);
  const notice = useNotice(adjustmentNotices);
  const shown = shownOf(last, fetcher.data ?? posted, search, notice);
  useEffect(() => {
    // The button with the focus is gone.
    if (fetcher.data) text.current?.focus();
  }, [fetcher.data]);
  return (
    <div className="sticky top-16 z-20 lg:top-2">
      {shown ? (
        <Notice tone={shown.tone} className="mb-3 shadow-panel">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p ref={text} tabIndex={-1} className="outline-none">
              {shown.text}
            </p>
            {shown.undo === null ? null : (
              <fetcher.Form method="post" action={pathname + search} preventScrollReset>
                <Button
                  name="undo"
                  value={shown.undo}
                  pending={fetcher.state !== 'idle'}
                  className={DENSE_BUTTON}
                >
                  Undo
                </Button>
              </fetcher.Form>
            )}
          </div>
        </Notice>
      ) : null}
    </div>
  );
}

function shownOf(
  last: AdjustmentResult | null,
  undone: UndoResult | undefined,
  search: string,
  notice: Notices[string] | null,
): Shown | null {
  const params = new URLSearchParams(search);
  const undo = last ? last.undo : params.get('undo');
  // A later adjustment takes the place of an undo, also one that can't be undone itself.
  const isOfLast = last ? undone?.undone === last.undo : undo === null || undone?.undone === undo;
  if (undone && isOfLast) {
    return { tone: undone.isDone ? 'success' : 'danger', text: undone.message, undo: null };
  }
  const text = last?.message ?? notice?.text;
  return text === undefined ? null : { tone: 'success', text, undo };
}
