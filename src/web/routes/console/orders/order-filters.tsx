import ChevronDown from 'lucide-react/icons/chevron-down';
import type { RefObject } from 'react';
import {
  fulfillmentFilters,
  type OrderCountry,
  paymentFilters,
  returnFilters,
  type StaffOrderFilter,
  type StaffOrderSort,
  staffOrderSorts,
} from '#features/orders/staff-orders.schema.ts';
import { LONGEST_TAG } from '#shared/tags.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { FilterChoice } from '../../../components/console/filter-choice.tsx';
import { FilterDay } from '../../../components/console/filter-day.tsx';
import { choiceParam, LONGEST_TEXT } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useAddressForm } from '../../../ui/use-address-form.ts';

/** Search, filters and sort of the table of orders: a form whose state is the address. */
export function OrderFilters({
  filter,
  sort,
  countries,
  tags,
  isLarge,
  search,
}: {
  filter: StaffOrderFilter;
  sort: StaffOrderSort;
  countries: OrderCountry[];
  /** The tags that are offered. */
  tags: string[];
  /** Whether the large page is shown. */
  isLarge: boolean;
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
}) {
  const active = countActive(filter);
  return (
    <search>
      <form
        {...useAddressForm()}
        aria-label="Find orders"
        className="grid gap-3 py-3 compact:gap-1.5 compact:py-1.5"
      >
        {isLarge ? <input type="hidden" name="show" value="100" /> : null}
        {filter.customer ? <input type="hidden" name="customer" value={filter.customer} /> : null}
        <SearchField text={filter.text} field={search} />
        <details className="unfolds-wide max-lg:-mt-2">
          <summary className="flex min-h-11 items-center gap-1.5 text-sm font-semibold">
            Filters{active > 0 ? ` (${active})` : ''}
            <ChevronDown aria-hidden="true" className="size-4" />
          </summary>
          <Fields
            filter={filter}
            sort={sort}
            countries={countries}
            tags={tags}
            isFiltered={active > 0 || filter.text !== null}
          />
        </details>
      </form>
    </search>
  );
}

function SearchField({
  text,
  field,
}: {
  text: string | null;
  field: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div className="flex gap-2">
      <label htmlFor="order-search" className="sr-only">
        Order number, name, email, phone, tracking number or SKU
      </label>
      <input
        ref={field}
        id="order-search"
        type="search"
        name="q"
        defaultValue={text ?? ''}
        maxLength={LONGEST_TEXT}
        placeholder="Number, name, email, phone, tracking or SKU"
        enterKeyHint="search"
        aria-keyshortcuts="/"
        className={DENSE_CONTROL}
      />
      <Button className={`shrink-0 ${DENSE_BUTTON}`}>Search</Button>
    </div>
  );
}

type Choice = [value: string, label: string];

function countActive({
  customer,
  payment,
  fulfillment,
  returns,
  country,
  tag,
  missingAddress,
  from,
  to,
}: StaffOrderFilter) {
  const chosen = [payment, fulfillment, returns].map((choice) => choice !== 'any');
  const active = [...chosen, customer, country, tag, missingAddress, from, to];
  return active.filter(Boolean).length;
}

function Fields({
  filter,
  sort,
  countries,
  tags,
  isFiltered,
}: {
  filter: StaffOrderFilter;
  sort: StaffOrderSort;
  countries: OrderCountry[];
  tags: string[];
  isFiltered: boolean;
}) {
  const { country, missingAddress, from, to } = filter;
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:flex lg:flex-wrap">
      <Statuses {...filter} />
      <FilterChoice
        label="Country"
        name="country"
        choices={[['', 'Any'], ...countries.map(({ code, name }) => [code, name] as Choice)]}
        chosen={country ?? ''}
      />
      <Tag tag={filter.tag} tags={tags} />
      <FilterDay label="Placed from" name="from" value={from} />
      <FilterDay label="Placed until" name="to" value={to} />
      <FilterChoice
        label="Sort by"
        name="sort"
        choices={Object.entries(staffOrderSorts)}
        chosen={choiceParam(sort, staffOrderSorts)}
      />
      <label className="flex min-h-11 items-center gap-2 text-sm whitespace-nowrap lg:min-h-9 compact:min-h-7">
        <input
          type="checkbox"
          name="address"
          value="missing"
          defaultChecked={missingAddress}
          key={String(missingAddress)}
          className="size-4 accent-accent"
        />
        Address missing
      </label>
      {isFiltered ? (
        <Link to="?" className="link flex min-h-11 items-center text-sm lg:min-h-9 compact:min-h-7">
          Clear filters
        </Link>
      ) : null}
    </div>
  );
}

function Statuses({
  payment,
  fulfillment,
  returns,
}: Pick<StaffOrderFilter, 'payment' | 'fulfillment' | 'returns'>) {
  return (
    <>
      <FilterChoice
        label="Payment"
        name="payment"
        choices={Object.entries(paymentFilters)}
        chosen={choiceParam(payment, paymentFilters)}
      />
      <FilterChoice
        label="Shipment"
        name="fulfillment"
        choices={Object.entries(fulfillmentFilters)}
        chosen={choiceParam(fulfillment, fulfillmentFilters)}
      />
      <FilterChoice
        label="Return"
        name="returns"
        choices={Object.entries(returnFilters)}
        chosen={choiceParam(returns, returnFilters)}
      />
    </>
  );
}

function Tag({ tag, tags }: { tag: string | null; tags: string[] }) {
  return (
    <div className="min-w-0 lg:w-32">
      <label htmlFor="filter-tag" className={DENSE_LABEL}>
        Tag
      </label>
      <input
        id="filter-tag"
        name="tag"
        defaultValue={tag ?? ''}
        list="filter-tags"
        maxLength={LONGEST_TAG}
        className={DENSE_CONTROL}
      />
      <datalist id="filter-tags">
        {tags.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
