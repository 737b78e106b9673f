import { itemName, type NamedItem } from './variant-options.ts';

/** Units of an item: '2 × Shirt, Navy / M'. */
export function itemsInWords(item: NamedItem, quantity: number): string {
  return `${quantity} × ${itemName(item)}`;
}
