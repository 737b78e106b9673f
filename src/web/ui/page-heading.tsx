import type { ReactNode } from 'react';

/** The h1 of a page, with a sentence below it; for a list, also its length. */
export function PageHeading({
  title,
  titleId,
  count,
  children,
}: {
  title: string;
  /** The id of the heading. */
  titleId?: string;
  count?: string;
  children?: ReactNode;
}) {
  return (
    <div className="pt-10 pb-8 md:pt-14 md:pb-10">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 id={titleId} className="text-title">
          {title}
        </h1>
        {count ? <p className="text-ink-soft tabular-nums">{count}</p> : null}
      </div>
      {children ? <div className="mt-3 max-w-prose text-lg text-ink-soft">{children}</div> : null}
    </div>
  );
}
