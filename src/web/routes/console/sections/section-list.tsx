import GripVertical from 'lucide-react/icons/grip-vertical';
import { Form } from 'react-router';
import { thumbOf } from '#shared/renditions.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { editorOf, type SectionPages } from './section-pages.ts';
import { useStoredOrder } from './use-stored-order.ts';

/** A category, a collection or a page in its list. */
export interface SectionRow {
  id: string;
  name: string;
  /** The address of its page in the shop. */
  path: string;
  /** Absent where rows have no image. */
  imageUrl?: string | null;
  /** Such as 'In the menu'. */
  marks: string[];
}

/** Categories, collections or pages in order. Dragging and buttons change the order. */
export function SectionList({ kind, rows }: { kind: SectionPages; rows: SectionRow[] }) {
  const { ordered, order, refusal } = useStoredOrder(rows);
  return (
    <Form method="post" preventScrollReset className="max-w-3xl">
      {refusal ? (
        <Notice tone="danger" className="mb-3">
          {refusal}
        </Notice>
      ) : null}
      <ol aria-label={kind.title} className="divide-y divide-line rounded-card border border-line">
        {ordered.map((row, index) => (
          <li
            key={row.id}
            {...order.row(row.id)}
            className={classNames(
              'flex min-h-16 items-center gap-3 bg-surface px-2 py-2 first:rounded-t-card last:rounded-b-card',
              order.over === row.id && order.dragged !== row.id && 'bg-accent-tint',
              order.dragged === row.id && 'opacity-50',
            )}
          >
            <GripVertical
              aria-hidden="true"
              className="size-4 shrink-0 cursor-grab text-ink-soft scriptless:hidden"
            />
            {row.imageUrl === undefined ? null : <Thumb url={row.imageUrl} />}
            <div className="min-w-0 flex-1">
              <Link
                to={editorOf(kind, row.id)}
                draggable={false}
                className="link inline-flex min-h-6 items-center font-semibold wrap-anywhere"
              >
                {row.name}
              </Link>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {[row.path, ...row.marks].join(' · ')}
              </p>
            </div>
            <MoveButtons
              id={row.id}
              name={row.name}
              isFirst={index === 0}
              isLast={index === ordered.length - 1}
              onMove={(by) => order.moveBy(row.id, by)}
            />
          </li>
        ))}
      </ol>
    </Form>
  );
}

function Thumb({ url }: { url: string | null }) {
  return (
    <span className="size-11 shrink-0 overflow-hidden rounded-control bg-tint">
      {url ? (
        <img
          src={thumbOf(url)}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          draggable={false}
          className="size-full object-cover"
        />
      ) : null}
    </span>
  );
}
