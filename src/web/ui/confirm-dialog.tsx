import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode, RefObject } from 'react';
import { useInertPage } from './use-inert-page.ts';
import { focusAfterQuestion } from './use-kept-focus.ts';

/** Asks before something is done. A button or Escape closes it, but a click outside does not. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  finalFocus = focusAfterQuestion,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** What gets the focus after it, if not what had it before. */
  finalFocus?: RefObject<HTMLElement | null> | typeof focusAfterQuestion;
  /** The buttons. */
  children: ReactNode;
}) {
  useInertPage(open);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="modal-backdrop" />
        <AlertDialog.Popup
          finalFocus={finalFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-panel bg-surface p-6 shadow-panel transition-[opacity,scale] duration-(--motion-calm) ease-calm data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:opacity-0"
        >
          <AlertDialog.Title className="font-display text-heading">{title}</AlertDialog.Title>
          {description ? (
            <AlertDialog.Description className="mt-3 text-ink-soft">
              {description}
            </AlertDialog.Description>
          ) : null}
          <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
