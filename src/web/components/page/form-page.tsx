import type { ReactNode } from 'react';

/** The frame of a page that is one small form. */
export function FormPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page-width py-10 md:py-16">
      <div className="mx-auto max-w-md">
        <h1 className="text-title">{title}</h1>
        {intro ? <p className="mt-3 text-lg text-ink-soft">{intro}</p> : null}
        <div className="mt-8">{children}</div>
      </div>
    </div>
  );
}
