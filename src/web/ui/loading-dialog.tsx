import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { Spinner } from './spinner.tsx';

/**
 * Stands in for a dialog whose code is on its way: the browser's own one, which needs no code. It
 * closes by Escape and its button, and then gives the focus back to where it was.
 */
export function LoadingDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Loading"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto rounded-panel bg-surface p-5 text-ink shadow-panel backdrop:bg-(--scrim) open:flex open:items-center open:gap-4"
    >
      <Spinner />
      <span aria-hidden="true">Loading …</span>
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </dialog>
  );
}
