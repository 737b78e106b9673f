import { useSearchParams } from 'react-router';
import { listParams } from '../pagination.ts';

/**
 * Hidden fields with the list's parameters of the address, for a form that changes something in the
 * list.
 */
export function KeptParams() {
  const [params] = useSearchParams();
  return [...listParams(String(params))].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ));
}
