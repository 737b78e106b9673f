import { StatusLabel } from '../../../components/console/status-label.tsx';
import { Link } from '../../../ui/link.tsx';

/** The most guests that are shown beside the customers whom a search finds. */
export const MOST_GUESTS = 5;

/** Guests with an email that begins with the search text. They have no account, only orders. */
export function FoundGuests({ emails }: { emails: string[] }) {
  if (emails.length === 0) return null;
  return (
    <section aria-labelledby="found-guests" className="mt-4 mb-6">
      <h2 id="found-guests" className="font-sans text-sm font-semibold">
        Guests with such an email
      </h2>
      <p className="text-sm text-ink-soft">They ordered without an account.</p>
      <ul className="divide-y divide-line text-sm">
        {emails.slice(0, MOST_GUESTS).map((email) => (
          <li key={email} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">{email}</span>
            <StatusLabel look="quiet">Guest</StatusLabel>
            <Link
              to={`/admin/orders?${new URLSearchParams({ q: email })}`}
              className="link"
              aria-label={`Orders of ${email}`}
            >
              Orders
            </Link>
          </li>
        ))}
      </ul>
      {emails.length > MOST_GUESTS ? (
        <p className="mt-1 text-sm text-ink-soft">
          There are more. Type more of the email to find them.
        </p>
      ) : null}
    </section>
  );
}
