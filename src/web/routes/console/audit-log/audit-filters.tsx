import type { AuditFilter } from '#features/audit-log/audit-log.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { FilterChoice } from '../../../components/console/filter-choice.tsx';
import { FilterDay } from '../../../components/console/filter-day.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';
import { areaChoices, isFiltered } from './audit-address.ts';

/** The filters of the audit log: a form whose state is the address. */
export function AuditFilters({
  filter,
  actors,
}: {
  filter: AuditFilter;
  /** Ids and names. */
  actors: [id: string, name: string][];
}) {
  const { actor, area, subject, from, to } = filter;
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label="Find entries"
        className="grid grid-cols-2 items-end gap-3 py-3 sm:grid-cols-3 lg:flex lg:flex-wrap"
      >
        {subject ? <input type="hidden" name="of" value={subject} /> : null}
        <FilterChoice
          label="Who"
          name="who"
          choices={[['', 'Anyone'], ...actors]}
          chosen={actor ?? ''}
        />
        <FilterChoice
          label="What"
          name="area"
          choices={Object.entries(areaChoices)}
          chosen={area ?? 'any'}
        />
        <FilterDay label="From" name="from" value={from} />
        <FilterDay label="Until" name="to" value={to} />
        <Button className={`shrink-0 ${DENSE_BUTTON}`}>Show</Button>
        {isFiltered(filter) ? (
          <Link to="?" className="link flex min-h-11 items-center text-sm lg:min-h-9">
            Clear filters
          </Link>
        ) : null}
      </form>
    </search>
  );
}
