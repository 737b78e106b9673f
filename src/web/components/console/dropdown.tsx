import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';

/**
 * A button with a panel below it that holds fields. Opens and closes without script; with script,
 * Escape and a click outside close it as well.
 */
export function Dropdown({
  label,
  align = 'left',
  children,
}: {
  label: ReactNode;
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
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details ref={details} className="relative shrink-0">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-control px-3 text-sm font-medium hover:bg-tint lg:min-h-9 compact:min-h-7 [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDown aria-hidden="true" className="size-4" />
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
