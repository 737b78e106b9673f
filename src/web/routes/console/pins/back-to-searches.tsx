import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** Leads from a page about searches to their report. */
export function BackToSearches() {
  return (
    <ButtonLink to="/admin/searches" className={DENSE_BUTTON}>
      Searches
    </ButtonLink>
  );
}
