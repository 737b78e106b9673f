import { useSaveKey } from '../../../components/console/use-save-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

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
        {onDiscard ? (
          <Button type="button" onClick={onDiscard} disabled={isSaving}>
            Discard
          </Button>
        ) : null}
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
