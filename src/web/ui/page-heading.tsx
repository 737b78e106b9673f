import type { ReactNode } from 'react';

/** The one h1 of a page, with a sentence below it. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="pt-10 pb-8 md:pt-14 md:pb-10">
      <h1 className="text-title">{title}</h1>
      {children ? <div className="mt-3 max-w-prose text-lg text-ink-soft">{children}</div> : null}
    </div>
  );
}
