import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';

const BUTTON =
  'min-h-11 rounded-control px-3 text-sm font-medium hover:bg-tint lg:min-h-9 compact:min-h-7';

/**
 * A button with a panel below it that holds fields. Opens and closes without script; with script,
 * Escape, a click outside and a focus outside close it as well.
 */
export function Dropdown({
  label,
  name,
  look = BUTTON,
  align = 'left',
  children,
}: {
  label: ReactNode;
  /** What it is called, if its label does not say it. */
  name?: string;
  /** The classes of the button. */
  look?: string;
  align?: 'left' | 'right';
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        element.open = false;
        element.querySelector('summary')?.focus();
      } else if (!element.contains(event.target as Node)) element.open = false;
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  return (
    <details ref={details} className="relative shrink-0">
      <summary
        aria-label={name}
        className={classNames(
          'flex list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden',
          look,
        )}
      >
        {label}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </summary>
      <div
        className={classNames(
          'absolute top-full z-30 mt-1 w-64 rounded-card border border-line bg-surface p-4 shadow-panel',
          align === 'right' ? 'right-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </details>
  );
}
