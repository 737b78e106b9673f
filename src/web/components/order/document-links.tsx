import { type DocumentSummary, documentNames } from '#features/documents/documents.schema.ts';
import { Link } from '../../ui/link.tsx';
import { Day } from '../day.tsx';

/** The documents of an order; nothing while there is none. */
export function DocumentLinks({ documents }: { documents: DocumentSummary[] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents-title" className="print:hidden">
      <h2 id="documents-title" className="mb-2 font-sans text-base font-semibold">
        Documents
      </h2>
      <ul>
        {documents.map(({ id, kind, label, issuedAt, timeZone, isWithdrawn }) => (
          <li key={id}>
            <Link to={`/documents/${id}`} className="link">
              {documentNames[kind]} {label}
            </Link>{' '}
            of <Day iso={issuedAt} timeZone={timeZone} />
            {isWithdrawn ? ', withdrawn' : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
