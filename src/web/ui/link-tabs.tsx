import type { KeyboardEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

export interface LinkTab {
  id: string;
  label: string;
  to: string;
}

/** Tabs that are links, so that the address holds the choice and they work without script. */
export function LinkTabs({
  label,
  tabs,
  selected,
  className,
}: {
  label: string;
  tabs: LinkTab[];
  selected: string;
  className?: string;
}) {
  const navigate = useNavigate();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const at = tabs.findIndex(({ id }) => id === selected);
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const next = tabs[step ? (at + step + tabs.length) % tabs.length : (ends[event.key] ?? -1)];
    // With Alt an arrow leads to the page before or after.
    if (!next || event.altKey) return;
    event.preventDefault();
    void navigate(next.to, { replace: true, preventScrollReset: true });
    document.getElementById(tabId(next.id))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classNames('shown-whole flex flex-wrap justify-center gap-1', className)}
    >
      {tabs.map(({ id, label: text, to }) => {
        const active = id === selected;
        return (
          <Link
            key={id}
            id={tabId(id)}
            role="tab"
            to={to}
            replace
            preventScrollReset
            aria-selected={active}
            aria-controls={active ? panelId(id) : undefined}
            tabIndex={active ? 0 : -1}
            className={classNames(
              'inline-flex min-h-11 items-center rounded-control px-2.5 font-medium sm:px-4 transition-colors hover:bg-tint',
              active ? 'text-accent underline decoration-2 underline-offset-8' : 'text-ink-soft',
            )}
          >
            {text}
          </Link>
        );
      })}
    </div>
  );
}

/** The content of the selected tab. */
export function TabPanel({ tab, children }: { tab: string; children: ReactNode }) {
  return (
    <div key={tab} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
      {children}
    </div>
  );
}

function tabId(id: string): string {
  return `tab-${id}`;
}

function panelId(id: string): string {
  return `panel-${id}`;
}
