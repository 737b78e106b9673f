import { FieldList } from '../../../components/console/field-list.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { Link } from '../../../ui/link.tsx';
import type { ShownEntry } from './shown-entry.ts';

/** What somebody did: to which record, and what it changed. */
export function AuditEntry({ entry }: { entry: ShownEntry }) {
  const { action, actor, at, subjects, facts, fields, more } = entry;
  return (
    <article className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="font-sans font-semibold">{action}</h2>
        <p className="flex flex-wrap gap-x-3">
          {subjects.map(({ to, name, isFile = false }) =>
            to === null ? (
              <span key={name}>{name}</span>
            ) : (
              <Link
                key={to}
                to={to}
                reloadDocument={isFile}
                className="link inline-flex min-h-6 items-center"
              >
                {name}
              </Link>
            ),
          )}
        </p>
        {facts.length > 0 ? <p className="text-sm text-ink-soft">{facts.join(', ')}</p> : null}
        <FieldList fields={fields} more={more} />
      </div>
      <p className="text-sm wrap-anywhere">
        {actor}, <DateTime iso={at} />
      </p>
    </article>
  );
}
