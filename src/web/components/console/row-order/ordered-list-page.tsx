import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { ConsoleHeading } from '../console-heading.tsx';
import { DENSE_BUTTON } from '../dense.ts';
import { type EditorKind, editorNotices } from '../editor/editor-kinds.ts';
import { RedirectNotice } from '../redirect-notice.tsx';
import { type OrderedEntry, OrderedList } from './ordered-list.tsx';

/** The page of all categories, of all collections, and of all pages with own text. */
export function OrderedListPage({
  kind,
  about,
  rows,
  empty,
}: {
  kind: EditorKind;
  about: string;
  rows: OrderedEntry[];
  /** What the page shows if there are no rows. */
  empty?: ReactNode;
}) {
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading title={kind.title} about={about}>
        <ButtonLink look="accent" to={`${kind.list}/new`} className={DENSE_BUTTON}>
          Add {kind.thing}
        </ButtonLink>
      </ConsoleHeading>
      <RedirectNotice notices={editorNotices(kind)} />
      {rows.length > 0 ? <OrderedList kind={kind} rows={rows} /> : empty}
    </div>
  );
}
