import type { RefObject } from 'react';
import type { NamedItem, OpenCart } from '#features/open-carts/open-carts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { withThousands } from '#shared/thousands.ts';
import { itemName, variantName } from '#shared/variant-options.ts';
import { type ListColumn, ListDay, ListTable } from '../../../components/console/list-table.tsx';
import { Link } from '../../../ui/link.tsx';

const columns: ListColumn<OpenCart>[] = [
  { label: 'Customer', share: 'lg:w-2/5', cell: ({ customer }) => <Owner customer={customer} /> },
  {
    label: 'Items',
    share: 'lg:w-3/5',
    cell: ({ items, moreItems }) => <Items items={items} more={moreItems} />,
  },
  { label: 'Units', numeric: true, cell: ({ units }) => withThousands(units) },
  { label: 'Value', numeric: true, cell: ({ valueMinor }) => formatMoney(valueMinor) },
  { label: 'Last used', cell: ({ lastUsedAt }) => <ListDay iso={lastUsedAt} /> },
];

/** The carts of a page. */
export function CartTable({
  rows,
  list,
}: {
  rows: OpenCart[];
  list: RefObject<HTMLTableSectionElement | null>;
}) {
  return <ListTable caption="Carts" columns={columns} rows={rows} list={list} />;
}

function Owner({ customer }: Pick<OpenCart, 'customer'>) {
  if (!customer) return <span className="text-ink">Guest</span>;
  const { id, name, email } = customer;
  return (
    <span className="flex flex-col lg:py-1 compact:flex-row compact:gap-x-2 compact:py-0">
      <Link
        to={`/admin/customers/${id}`}
        title={name}
        className="truncate pt-0.5 font-medium text-ink hover:underline compact:py-0"
      >
        {name}
      </Link>
      <span title={email} className="truncate pb-0.5 text-ink-soft compact:py-0">
        {email}
      </span>
    </span>
  );
}

function Items({ items, more }: { items: NamedItem[]; more: number }) {
  return (
    <ul className="flex flex-col lg:py-1 compact:flex-row compact:gap-x-4 compact:py-0">
      {items.map((item, index) => (
        <li key={item.variantId} className="flex min-w-0 gap-x-1.5">
          <Item item={item} />
          {more > 0 && index === items.length - 1 ? (
            <span className="shrink-0 py-0.5 text-ink-soft compact:py-0">
              and {withThousands(more)} more
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: NamedItem }) {
  const variant = variantName(item);
  return (
    <Link
      to={`/admin/products/${item.productId}`}
      title={itemName({ name: item.name, variantName: variant })}
      className="min-w-0 truncate py-0.5 text-ink hover:underline compact:py-0"
    >
      {item.name} <span className="text-ink-soft">{variant}</span>
    </Link>
  );
}
