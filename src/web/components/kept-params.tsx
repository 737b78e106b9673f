import { useSearchParams } from 'react-router';
import { listParams } from '../list-window.ts';

/** What the address says of the list, for a form that asks for something beside it. */
export function KeptParams() {
  const [params] = useSearchParams();
  return [...listParams(String(params))].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ));
}
