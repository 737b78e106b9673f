import type { ReactNode } from 'react';

/** The panel of an email in a list. */
export const EMAIL_PANEL = 'rounded-panel border border-line bg-surface p-4 wrap-anywhere';

/** The details of an email. A detail without a value is left out. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {facts.map(([term, value]) =>
        value ? (
          <div key={term} className="contents">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="mb-1 min-w-0 sm:mb-0">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** The text of an email, which can be unfolded, and a link to its HTML. */
export function EmailText({
  text,
  html,
  titleId,
}: {
  text: string;
  html: string;
  titleId: string;
}) {
  return (
    <>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer py-2.5 font-semibold">Read</summary>
        <p className="mt-2 rounded-card bg-tint p-4 whitespace-pre-wrap">{text}</p>
      </details>
      <p>
        <a
          href={html}
          className="link inline-flex min-h-11 items-center"
          aria-describedby={titleId}
        >
          View as HTML
        </a>
      </p>
    </>
  );
}
