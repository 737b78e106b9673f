import { useState } from 'react';
import { useSaveKey } from '../../../components/console/use-save-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Question } from '../../../ui/question.tsx';

/** Shows what is unsaved, with buttons to save and discard it. Ctrl-S and ⌘-S save as well. */
export function SaveBar({
  label,
  status,
  failure,
  isSaving,
  disabled,
  onSave,
  onDiscard,
}: {
  label: string;
  status: string;
  failure: string | null;
  isSaving: boolean;
  disabled: boolean;
  onSave: () => void;
  /** Null if there is nothing to discard. */
  onDiscard: (() => void) | null;
}) {
  useSaveKey(disabled ? () => {} : onSave);
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-30 -mx-4 mt-4 border-t border-line bg-surface px-4 py-2 shadow-panel lg:-mx-6 lg:px-6"
    >
      {failure ? (
        <Notice tone="danger" className="mb-2">
          {failure}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-ink-soft">
          {status}
        </p>
        {onDiscard ? <DiscardButton onDiscard={onDiscard} disabled={isSaving} /> : null}
        <Button
          look="accent"
          name="intent"
          value="save"
          pending={isSaving}
          disabled={disabled}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {label}
        </Button>
      </div>
    </div>
  );
}

/** Asks once, because what is discarded can't be undone. */
function DiscardButton({ onDiscard, disabled }: { onDiscard: () => void; disabled: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button type="button" onClick={() => setAsking(true)} disabled={disabled}>
        Discard
      </Button>
      <Question
        isOpen={isAsking}
        title="Discard what is not saved?"
        text="Everything that you changed since the last save would be lost."
        keep="Keep my changes"
        onKeep={close}
      >
        <Button
          type="button"
          look="danger"
          onClick={() => {
            close();
            onDiscard();
          }}
        >
          Yes, discard
        </Button>
      </Question>
    </>
  );
}
