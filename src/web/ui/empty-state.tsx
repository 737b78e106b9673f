import type { ReactNode } from 'react';

/** Says that a list is empty and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-panel bg-tint px-6 py-16 text-center">
      <p className="font-display text-heading">{title}</p>
      {children ? (
        <div className="mt-5 flex flex-wrap items-center justify-center gap-3">{children}</div>
      ) : null}
    </div>
  );
}
