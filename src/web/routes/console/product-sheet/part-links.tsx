import { useLocation } from 'react-router';
import type { Sheet } from '#features/product-management/bulk-edit.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { partLinks } from './sheet-parts.ts';

/**
 * The links to the other parts of a sheet. What is typed in this part is kept. They can't be followed
 * while it is loaded or sent.
 */
export function PartLinks({ sheet, isBusy }: { sheet: Sheet; isBusy: boolean }) {
  const { first, earlier, next } = partLinks(useLocation().search, sheet);
  if (!first && !next) return null;
  return (
    <nav
      aria-label="Parts of the sheet"
      inert={isBusy || !sheet.isWhole}
      className="mb-3 flex flex-wrap items-center gap-4 text-sm inert:opacity-55 scriptless:hidden"
    >
      {first ? (
        <Link to={first} className="link py-2">
          First part
        </Link>
      ) : null}
      {earlier ? (
        <ButtonLink to={earlier} className={DENSE_BUTTON}>
          Earlier part
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink to={next} className={DENSE_BUTTON}>
          Next part
        </ButtonLink>
      ) : null}
    </nav>
  );
}
