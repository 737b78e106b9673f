import type { RefObject } from 'react';
import {
  fulfillmentFilters,
  type OrderCountry,
  paymentLabels,
  returnFilters,
  type StaffOrderFilter,
  type StaffOrderSort,
  staffOrderSorts,
} from '#features/orders/lists/staff-orders.schema.ts';
import { LONGEST_TAG } from '#shared/tags.ts';
import {
  FilterCheck,
  FilterChoice,
  FilterChoices,
  FilterDays,
  FilterText,
} from '../../../components/console/filters/filter-fields.tsx';
import {
  ClearFilters,
  FilterForm,
  FilterSearch,
  FoldedFilterFields,
} from '../../../components/console/filters/filter-form.tsx';
import { LONGEST_TEXT } from '../../../list-text.ts';

/** Search, filters and sort of the table of orders. */
export function OrderFilters({
  filter,
  sort,
  countries,
  tags,
  search,
}: {
  filter: StaffOrderFilter;
  sort: StaffOrderSort;
  countries: OrderCountry[];
  /** The tags that are offered. */
  tags: string[];
  /** The field of the search. */
  search: RefObject<HTMLInputElement | null>;
}) {
  const { text, product, country, tag, missingAddress, deleted } = filter;
  const active = countActive(filter);
  return (
    <FilterForm label="Find orders" keeps={['customer', 'productId', 'show']}>
      <FilterSearch
        label="Number of an order or invoice, name, email, phone, tracking number or SKU"
        placeholder="Number, name, email, phone, tracking or SKU"
        text={text}
        field={search}
      />
      <FoldedFilterFields active={active}>
        <Statuses {...filter} />
        <FilterText
          label="Product"
          name="product"
          value={product}
          maxLength={LONGEST_TEXT}
          placeholder="Name, brand or SKU"
        />
        <FilterChoice
          label="Country"
          name="country"
          choices={[['', 'Any'], ...countries.map(({ code, name }) => [code, name] as Choice)]}
          chosen={country ?? ''}
        />
        <FilterText label="Tag" name="tag" value={tag} maxLength={LONGEST_TAG} offered={tags} />
        <FilterDays labels={['Placed from', 'Placed until']} />
        <FilterChoice
          label="Sort by"
          name="sort"
          choices={Object.entries(staffOrderSorts)}
          chosen={sort}
        />
        <FilterCheck label="Address missing" name="address" value="missing" isOn={missingAddress} />
        <FilterCheck label="Deleted" name="deleted" value="yes" isOn={deleted} />
        <ClearFilters isFiltered={active > 0 || text !== null} />
      </FoldedFilterFields>
    </FilterForm>
  );
}

type Choice = [value: string, label: string];

function countActive({
  product,
  productId,
  customer,
  payment,
  fulfillment,
  returns,
  country,
  tag,
  missingAddress,
  deleted,
  from,
  to,
}: StaffOrderFilter) {
  const chosen = [fulfillment, returns].map((choice) => choice !== 'any');
  const active = [
    ...chosen,
    payment.length > 0,
    product,
    productId,
    customer,
    country,
    tag,
    missingAddress,
    deleted,
    from,
    to,
  ];
  return active.filter(Boolean).length;
}

function Statuses({
  payment,
  fulfillment,
  returns,
}: Pick<StaffOrderFilter, 'payment' | 'fulfillment' | 'returns'>) {
  return (
    <>
      <FilterChoices
        label="Payment"
        name="payment"
        choices={Object.entries(paymentLabels)}
        chosen={payment}
      />
      <FilterChoice
        label="Shipment"
        name="fulfillment"
        choices={Object.entries(fulfillmentFilters)}
        chosen={fulfillment}
      />
      <FilterChoice
        label="Return"
        name="returns"
        choices={Object.entries(returnFilters)}
        chosen={returns}
      />
    </>
  );
}
