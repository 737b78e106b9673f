import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useInertPage } from './use-inert-page.ts';

interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Called when the closing motion has ended. */
  onClosed?: () => void;
  /** What has the focus afterwards; absent for what had it before. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog in the middle of the page; Escape, a click outside and its close button close it. */
export function Modal({ wide = false, ...props }: ModalProps & { wide?: boolean }) {
  return (
    <Panel
      {...props}
      titleClass="text-heading"
      className={classNames(
        'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 rounded-panel',
        'data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:opacity-0',
        wide ? 'max-w-4xl' : 'max-w-md',
      )}
    />
  );
}

/** A panel that opens from the bottom of a phone, or from the right on wider screens. */
export function Sheet(props: ModalProps) {
  return (
    <Panel
      {...props}
      titleClass="text-xl"
      className={classNames(
        'inset-x-0 bottom-0 flex max-h-[88dvh] flex-col rounded-t-panel pb-0',
        'sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-96 sm:rounded-none',
        'max-sm:data-starting-style:translate-y-full max-sm:data-ending-style:translate-y-full',
        'sm:data-starting-style:translate-x-full sm:data-ending-style:translate-x-full',
      )}
    />
  );
}

/** The part of a sheet that scrolls, between its title and its footer. */
export function SheetBody({ children }: { children: ReactNode }) {
  return <div className="scrolls-quietly -mx-5 grow px-5 pb-6">{children}</div>;
}

/** The last line of a sheet, which stays visible. */
export function SheetFooter({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-5 flex gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}

/** A panel at the right edge of the page, 300 px wide. */
export function SidePanel(props: ModalProps) {
  return (
    <Panel
      {...props}
      titleClass="text-xl"
      className="inset-y-0 right-0 flex w-75 max-w-full flex-col data-starting-style:translate-x-full data-ending-style:translate-x-full"
    />
  );
}

function Panel({
  open,
  onClose,
  onClosed,
  returnTo,
  title,
  titleClass,
  className,
  children,
}: ModalProps & { titleClass: string; className: string }) {
  useInertPage(open);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="modal-backdrop" />
        <Dialog.Popup
          finalFocus={returnTo}
          className={classNames(
            'fixed z-50 overflow-x-hidden overflow-y-auto overscroll-contain bg-surface p-5 shadow-panel outline-offset-[-2px]',
            'transition-[opacity,scale,translate] duration-(--motion-calm) ease-calm',
            className,
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <Dialog.Title className={classNames('pt-1.5 font-display', titleClass)}>
              {title}
            </Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" className="-mt-1 -mr-2" />}>
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

// TypeScript does not know it yet.
type Watcher = new () => { onclose: (() => void) | null; destroy: () => void };

/**
 * Closes a panel by the Back gesture of a phone, as browsers do with dialogs of their own. Where a
 * browser has no `CloseWatcher`, Back leads to the page before.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: Watcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOpen]);
}
