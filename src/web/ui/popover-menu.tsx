import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/**
 * A button with a menu in the browser's own popover. It opens, closes by Escape and a click
 * outside, and returns the focus, with or without script.
 */
export function PopoverMenu({
  label,
  trigger,
  triggerClass,
  panelClass,
  children,
}: {
  /** The button's name. */
  label: string;
  trigger: ReactNode;
  triggerClass?: string;
  panelClass?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <PopoverButton label={label} panel={id} className={triggerClass}>
        {trigger}
      </PopoverButton>
      <PopoverPanel id={id} className={panelClass}>
        {children}
      </PopoverPanel>
    </>
  );
}

/** The button of a menu whose panel is elsewhere in the page. */
export function PopoverButton({
  label,
  panel,
  className,
  children,
}: {
  label: string;
  /** The id of the panel. */
  panel: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      popoverTarget={panel}
      aria-label={label}
      className={classNames(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control transition-colors hover:bg-tint',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** The panel that a `PopoverButton` opens. */
export function PopoverPanel({
  id,
  className,
  children,
}: {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to its links, is not interactive itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click
    <div
      id={id}
      popover="auto"
      onClick={(event) => {
        if ((event.target as Element).closest('a, [type=submit]')) {
          event.currentTarget.hidePopover();
        }
      }}
      className={classNames(
        'inset-auto top-[4.25rem] m-0 max-h-[calc(100dvh-5rem)] rounded-card border border-line bg-surface p-2 text-ink shadow-panel',
        className,
      )}
    >
      {children}
    </div>
  );
}
