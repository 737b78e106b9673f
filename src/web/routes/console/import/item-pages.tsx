import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LISTED_BY_CHECK } from '#features/product-management/import.schema.ts';
import type { JobItem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import type { ChangedItem } from '../../../changed-fields.ts';
import { JobList } from '../../../components/console/job/job-list.tsx';
import { fateOf } from '../../../components/console/job/undo-words.ts';
import { ListPages } from '../../../components/console/list-pages.tsx';
import { Link } from '../../../ui/link.tsx';
import { ChangedRow } from './change-list.tsx';
import { NewProductRow } from './new-product-row.tsx';

/** How many rows a page of such a list has, and where the next one begins. */
export interface ItemPages {
  limit: number;
  next: string | null;
}

/** Where the address and the page have each list of a job. */
export const positions = {
  changed: { param: 'after', id: 'changed', label: 'Pages of what changed' },
  new: { param: 'after-added', id: 'added', label: 'Pages of the added products' },
} as const satisfies Record<JobItem['outcome'], object>;

interface Listed<Item> {
  items: Item[];
  pages: ItemPages;
  /** How many products there are. */
  count: number;
  /** Whether they are those of a check, which keeps the first ones by their lines in the file. */
  isCheck?: boolean;
  /** Whether the job was undone, so that each row says what became of it. */
  isUndone: boolean;
}

/** The products, or variants, that a job changed or would change, each with what it stored of that, in pages. */
export function ChangedProducts({
  items,
  pages,
  count,
  isCheck = false,
  isUndone,
  thing = 'product',
  page = '/admin/products',
}: Listed<ChangedItem> & {
  /** The word for an item. */
  thing?: string;
  /** The path of the pages of items. */
  page?: string;
}) {
  return (
    <Items
      outcome="changed"
      title={`${counted(count, thing)} ${isUndone ? 'had changed before the undo' : isCheck ? 'would change' : 'changed'}`}
      {...{ pages, count, isCheck }}
    >
      {items.map((item) => (
        <ChangedRow
          key={item.subject}
          item={item}
          isUndone={isUndone}
          page={isCheck ? null : page}
        />
      ))}
    </Items>
  );
}

/** The products that an import added or would add, in pages. */
export function AddedProducts({ items, pages, count, isCheck = false, isUndone }: Listed<JobItem>) {
  return (
    <Items
      outcome="new"
      title={`${counted(count, 'product')} ${isUndone ? 'had been added before the undo' : isCheck ? 'would be added' : 'added'}`}
      {...{ pages, count, isCheck }}
    >
      {items.map((item) =>
        isCheck ? (
          <NewProductRow key={item.subject} item={item} />
        ) : (
          <li key={item.subject} className="py-0.5 text-sm wrap-anywhere">
            <Link to={`/admin/products/${item.subject}`} className="link">
              {item.label}
            </Link>
            {isUndone ? ` · ${fateOf('new', item.kept)}` : ''}
          </li>
        ),
      )}
    </Items>
  );
}

function Items({
  outcome,
  title,
  pages,
  count,
  isCheck,
  children,
}: {
  outcome: JobItem['outcome'];
  title: string;
  pages: ItemPages;
  count: number;
  isCheck: boolean;
  children: ReactNode[];
}) {
  const { param, id, label } = positions[outcome];
  const isFirst = !new URLSearchParams(useLocation().search).has(param);
  if (isFirst && children.length === 0) return null;
  return (
    <>
      <JobList id={id} title={title} shown={children.length} count={children.length}>
        {isCheck && count > LISTED_BY_CHECK[outcome] ? (
          <li className="text-sm text-ink-soft">A check lists only the first ones.</li>
        ) : null}
        {children}
      </JobList>
      <ListPages {...{ ...pages, param, label, id }} />
    </>
  );
}
