/** What entries of the audit log are about that is no record of its own: settings, orders and lists. */
import type { AuditEntry } from '#features/audit-log/audit-log.schema.ts';
import { type ViewedList, viewedLists } from '#features/saved-views/saved-views.schema.ts';
import { nameOfText } from '#features/texts/texts.ts';
import { ownValue } from '#shared/own-value.ts';
import type { Subject } from './shown-entry.ts';

/** By action, the page where the settings are. */
const SETTINGS: Record<string, Subject> = {
  'category.order': { to: '/admin/categories', name: 'Order of the categories' },
  'collection.order': { to: '/admin/collections', name: 'Order of the collections' },
  'delivery.editTimes': { to: '/admin/delivery', name: 'When parcels leave the shop' },
  'delivery.orderZones': { to: '/admin/delivery', name: 'Order of the delivery zones' },
  'page.order': { to: '/admin/pages', name: 'Order of the pages' },
  'return-policy.edit': { to: '/admin/return-policy', name: 'Return policy' },
  'taxes.edit': { to: '/admin/taxes', name: 'Taxes' },
};

/** The name and the page of settings or of a saved view; null if an entry is of something else. */
export function subjectOfSettings({ action, subject, detail }: AuditEntry): Subject | null {
  if (action.startsWith('text.')) {
    return { to: `/admin/texts#${subject}`, name: nameOfText(subject) ?? subject };
  }
  if (action.startsWith('view.')) return ofView(subject, detail);
  return ownValue(SETTINGS, action) ?? null;
}

/** A view leads to what it lists, even if it was deleted. Of orders, only the list is known. */
function ofView(id: string, { list, name, params }: Record<string, unknown>): Subject {
  const isList = viewedLists.includes(list as ViewedList);
  const query = typeof params === 'string' && params !== '' ? `?${params}` : '';
  return {
    to: isList ? `/admin/${list}${query}` : null,
    name: typeof name === 'string' ? name : id,
  };
}

/** A delivery zone by its name, as a subject. */
export const nameOfZone = (name: string) => `Delivery zone ${name}`;
