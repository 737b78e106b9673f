import type { AuditFilter } from '#features/audit-log/audit-log.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { FilterChoice, FilterDays } from '../../../components/console/filters/filter-fields.tsx';
import {
  ClearFilters,
  FilterFields,
  FilterForm,
} from '../../../components/console/filters/filter-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { areaChoices, isFiltered } from './audit-address.ts';

/** The filters of the audit log. */
export function AuditFilters({
  filter,
  actors,
}: {
  filter: AuditFilter;
  /** Ids and names. */
  actors: [id: string, name: string][];
}) {
  const { actor, area } = filter;
  return (
    <FilterForm label="Find entries" keeps={['of', 'show']}>
      <FilterFields>
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
        <FilterDays labels={['From', 'Until']} />
        <Button className={`shrink-0 ${DENSE_BUTTON}`}>Show</Button>
        <ClearFilters isFiltered={isFiltered(filter)} />
      </FilterFields>
    </FilterForm>
  );
}
