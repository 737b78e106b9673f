import type { ReactNode } from 'react';

/** The h1 of a console page, a line below it, and the page's actions beside it. */
export function ConsoleHeading({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  /** Buttons and links. */
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 compact:py-2">
      <div className="min-w-0 compact:flex compact:flex-wrap compact:items-baseline compact:gap-x-3">
        <h1 className="font-sans text-heading font-semibold wrap-anywhere">{title}</h1>
        {about ? <p className="text-sm text-ink-soft">{about}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </div>
  );
}
