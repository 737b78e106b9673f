import type { CustomerView } from '#features/customers/customers.schema.ts';
import { formatDay, formatTime } from '#shared/dates.ts';

/** How to reach a customer, since when, and whether they are staff. */
export function AboutCustomer({
  customer: { email, emailVerified, joinedAt, isStaff },
}: {
  customer: CustomerView;
}) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <a href={`mailto:${email}`} className="link wrap-anywhere">
        {email}
      </a>
      <span>{emailVerified ? 'Email verified' : 'Email not verified'}</span>
      <span>
        Joined{' '}
        <time dateTime={joinedAt} title={formatTime(joinedAt)}>
          {formatDay(joinedAt)}
        </time>
      </span>
      <span>{isStaff ? 'Staff' : 'Customer'}</span>
    </span>
  );
}
