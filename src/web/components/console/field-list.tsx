import { counted } from '#shared/counted.ts';
import type { ChangedField, ChangedFields } from '../../changed-fields.ts';

/** How many fields are shown at once. The others unfold. */
const SHOWN = 20;

/** What changed: each field before and after. */
export function FieldList({ fields, more }: ChangedFields) {
  if (fields.length === 0) return null;
  const others = fields.slice(SHOWN);
  return (
    <div className="text-sm text-ink-soft">
      <Fields fields={fields.slice(0, SHOWN)} />
      {others.length > 0 ? (
        <details>
          <summary className="min-h-6 cursor-pointer py-0.5 font-semibold">
            {counted(others.length + more, 'other field')}
          </summary>
          <Fields fields={others} />
          {more > 0 ? <p>and {counted(more, 'other field')} that this page does not list</p> : null}
        </details>
      ) : null}
    </div>
  );
}

function Fields({ fields }: { fields: ChangedField[] }) {
  return (
    <ul>
      {fields.map(({ label, before, after }) => (
        <li key={label} className="wrap-anywhere">
          {label}: {before} → <span className="text-ink">{after}</span>
        </li>
      ))}
    </ul>
  );
}
