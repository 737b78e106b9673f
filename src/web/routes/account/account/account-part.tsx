import { type ReactNode, useId } from 'react';

/** A part of the account page, with its heading. */
export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="space-y-4 rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
