import X from 'lucide-react/icons/x';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { Spinner } from './spinner.tsx';

/**
 * Shown while the code of a dialog loads. Escape and its button close it, and the focus stays where
 * it was. It covers the page without making it inert, because on a phone that takes as long as
 * opening the dialog, and this dialog soon disappears.
 */
export function LoadingDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    return () => {
      // The focused button disappears with the dialog, so the focus goes back.
      if (element?.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus();
    };
  }, []);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      open
      aria-label="Loading"
      className="fixed inset-0 z-50 m-auto flex items-center gap-4 rounded-panel bg-surface p-5 text-ink shadow-panel before:fixed before:inset-0 before:-z-10"
    >
      <Spinner />
      <span aria-hidden="true">Loading …</span>
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </dialog>
  );
}
