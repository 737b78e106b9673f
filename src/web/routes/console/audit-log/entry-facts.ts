/** What an entry of the audit log says beside its subjects and changed fields, in words. */
import type { AuditEntry } from '#features/audit-log/audit-log.schema.ts';
import { movementLabels } from '#features/inventory/inventory.schema.ts';
import {
  fulfillmentFilters,
  paymentLabels,
  returnFilters,
} from '#features/orders/lists/staff-orders.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import { lastValue } from '../../../changed-fields.ts';
import { fieldsOfChange, titleOfLogged } from '../products/bulk-words.ts';

/** Details that the page shows elsewhere, or that only programs need. */
const UNSAID = new Set([
  ...['changed', 'name', 'sku', 'key', 'setTo', 'earlier', 'file', 'text', 'query', 'words'],
  ...['formerSlugs', 'position', 'zone'],
]);

/** Details of a job that the words for the action say. */
const SAID_OF_JOBS = new Set(['kind', 'dryRun']);

/** The names of details that are not plain words themselves. */
const NAMES: Record<string, string> = {
  count: 'Products',
  imageUrl: 'Image',
  intentId: 'Payment at the card provider',
  of: 'Copy of',
  params: 'Filters',
  slug: 'Address',
};

/** The most texts of a list that are named, and not only counted. */
const MOST_TEXTS = 5;

/** The labels of values that are chosen from some. */
const LABELS: Record<string, Record<string, string>> = {
  event: { 'address-added': 'Address added', 'address-corrected': 'Address corrected' },
  fulfillment: fulfillmentFilters,
  list: { products: 'Products', orders: 'Orders', stock: 'Stock' },
  payment: paymentLabels,
  reason: movementLabels,
  returns: returnFilters,
};

/** The facts of an entry, such as 'Units: 3'. */
export function factsOf({ action, detail }: AuditEntry, isOfJob: boolean): string[] {
  const { earlier } = detail;
  const change = titleOfLogged(detail);
  const isStock = action === 'stock.adjust';
  const ofChange = new Set<string>(
    change === null ? [] : ['change', ...Object.values(fieldsOfChange).flat()],
  );
  const facts = Object.entries(detail)
    .filter(([fact]) => !UNSAID.has(fact) && !(isStock && /^(?:before|after)$/.test(fact)))
    .filter(([fact]) => !ofChange.has(fact) && !(isOfJob && SAID_OF_JOBS.has(fact)))
    .filter(([fact, value]) => isSaid(value) && !isHidden(action, fact, value))
    .flatMap(([fact, value]) => factOf(action, fact, value) ?? []);
  return [
    ...(Array.isArray(earlier) ? [counted(earlier.length, 'product')] : []),
    ...(change === null ? [] : [change]),
    ...facts,
  ];
}

/** A role and the filters of a view are said in other words. Of tags, only the numbers are stored. */
function isHidden(action: string, fact: string, value: unknown): boolean {
  if (action === 'account.role') return fact === 'role';
  if (action.startsWith('view.')) return fact === 'params';
  return action === 'order.tag' && value === 0;
}

function factOf(action: string, fact: string, value: unknown): string | null {
  const isSection = action === 'category.remove' || action === 'collection.remove';
  // The products of a collection are only counted.
  if (isSection && fact !== 'products') return lastValue(fact, value);
  const name = action === 'order.tag' ? `Tags ${fact}` : nameOf(fact);
  return `${name}: ${shownValue(fact, value)}`;
}

/** Ids and records say nothing to people. */
function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && typeof value !== 'object' && !isId(value);
}

const isId = (value: unknown) => /^[a-z]{3}_[0-9a-z]+$/.test(String(value));

/** Such as a few tags. */
function areTexts(list: unknown[]): boolean {
  return list.length <= MOST_TEXTS && list.every((one) => typeof one === 'string' && !isId(one));
}

/** `deletedCount` as 'Deleted count', `amountMinor` as 'Amount'. */
function nameOf(fact: string): string {
  const name = ownValue(NAMES, fact);
  if (name !== undefined) return name;
  const words = fact.replace(/Minor$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function shownValue(fact: string, value: unknown): string {
  if (Array.isArray(value)) return areTexts(value) ? value.join(', ') : String(value.length);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return fact.endsWith('Minor') ? formatMoney(value) : String(value);
  const text = String(value);
  const labels = ownValue(LABELS, fact);
  if (!labels) return text;
  // An export may have several.
  return text
    .split(', ')
    .map((one) => ownValue(labels, one) ?? one)
    .join(', ');
}
