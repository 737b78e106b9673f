import {
  movedOrder,
  postedOrder,
  readJson,
} from '../../../components/console/row-order/read-order.ts';

/** What a form of the editor asks for: the products that it showed, and those that shall be pinned. */
export function readPinsChange(posted: FormData): { shown: string[]; products: string[] } {
  const ids = readJson(posted.get('shown'));
  const shown = Array.isArray(ids) ? ids.map(String) : [];
  const [added, taken] = [posted.get('add'), posted.get('take')];
  const products = shown.filter((id) => id !== taken);
  if (added !== null) products.push(String(added));
  return { shown, products: postedOrder(posted) ?? movedOrder(posted, shown) ?? products };
}
