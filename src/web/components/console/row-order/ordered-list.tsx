import { Link } from '../../../ui/link.tsx';
import { type EditorKind, editorOf } from '../editor/editor-kinds.ts';
import { RowImage } from './row-image.tsx';
import { StoredOrderList } from './stored-order-list.tsx';

/** A category, a collection or a page in its list. */
export interface OrderedEntry {
  id: string;
  name: string;
  /** The address of its page in the shop. */
  path: string;
  /** Absent where rows have no image. */
  imageUrl?: string | null;
  /** Such as 'In the menu'. */
  marks: string[];
}

/** Categories, collections or pages in order. */
export function OrderedList({ kind, rows }: { kind: EditorKind; rows: OrderedEntry[] }) {
  return (
    <div className="max-w-3xl">
      <StoredOrderList label={kind.title} rows={rows}>
        {({ id, name, path, imageUrl, marks }) => (
          <>
            {imageUrl === undefined ? null : <RowImage url={imageUrl} shape="square" />}
            <div className="min-w-0 flex-1">
              <Link
                to={editorOf(kind, id)}
                draggable={false}
                className="link inline-flex min-h-6 items-center font-semibold wrap-anywhere"
              >
                {name}
              </Link>
              <p className="text-sm wrap-anywhere text-ink-soft">{[path, ...marks].join(' · ')}</p>
            </div>
          </>
        )}
      </StoredOrderList>
    </div>
  );
}
