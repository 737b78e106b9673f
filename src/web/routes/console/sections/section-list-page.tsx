import type { ReactNode } from 'react';
import { ConsoleHeading } from '../../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { SectionList, type SectionRow } from './section-list.tsx';
import { SectionNotice } from './section-notice.tsx';
import type { SectionPages } from './section-pages.ts';

/** The page of all categories, of all collections, and of all pages with own text. */
export function SectionListPage({
  kind,
  about,
  rows,
  empty,
}: {
  kind: SectionPages;
  about: string;
  rows: SectionRow[];
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
      <SectionNotice thing={kind.thing} />
      {rows.length > 0 ? <SectionList kind={kind} rows={rows} /> : empty}
    </div>
  );
}
