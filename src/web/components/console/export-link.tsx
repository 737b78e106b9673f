import { useLocation } from 'react-router';
import { listParams } from '../../pagination.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DENSE_BUTTON } from './dense.ts';

const labels = {
  products: 'Export products',
  stock: 'Export stock',
  orders: 'Export orders',
  customers: 'Export customers',
  documents: 'Export invoices and credit notes',
} as const;

/** Downloads all pages of a list as a CSV file. */
export function ExportLink({
  what,
  params,
}: {
  what: keyof typeof labels;
  /** The parameters of the call; those of the list's address unless given. */
  params?: URLSearchParams;
}) {
  const { search } = useLocation();
  const query = (params ?? exportParams(search)).toString();
  return (
    <ButtonLink
      to={`/api/v1/exports/${what}.csv${query && `?${query}`}`}
      reloadDocument
      download
      className={DENSE_BUTTON}
    >
      {labels[what]}
    </ButtonLink>
  );
}

/** The filter of the list. Page, sort and columns of the list do not affect the file. */
function exportParams(search: string): URLSearchParams {
  const params = listParams(search, 'after', 'show', 'sort', 'scan');
  for (const [name, value] of [...params]) if (value === '') params.delete(name);
  params.set('filter', 'list');
  return params;
}
