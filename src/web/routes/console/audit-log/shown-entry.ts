/** An entry of the audit log as its page shows it: by name, and linked to what was changed. */
import { type AuditEntry, auditActions } from '#features/audit-log/audit-log.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import { type ChangedField, changedFields } from '../../../changed-fields.ts';

/** The changed record; null if it has no page, or no longer exists. */
interface Subject {
  to: string | null;
  name: string;
}

export interface ShownEntry {
  id: string;
  action: string;
  actor: string;
  at: string;
  subjects: Subject[];
  /** Further details of the entry, as 'fact: value'. */
  facts: string[];
  fields: ChangedField[];
  /** How many changed fields are not listed. */
  more: number;
}

/** The most products that a change of several products names. */
const NAMED_PRODUCTS = 5;

/** The ids in these entries whose names are to be looked up. */
export function idsIn(entries: AuditEntry[]) {
  const subjects = entries.map(({ subject }) => subject);
  const starting = (start: string) => subjects.filter((id) => id.startsWith(start));
  return {
    accounts: [...entries.map(({ actor }) => actor), ...starting('usr_')],
    products: [...entries.flatMap(productsOf), ...starting('prd_')],
    orders: starting('ord_'),
    categories: starting('cat_'),
  };
}

/** The products of a change of several products. */
function productsOf({ detail: { earlier } }: AuditEntry): string[] {
  if (!Array.isArray(earlier)) return [];
  return earlier.slice(0, NAMED_PRODUCTS).map(({ id }) => String(id));
}

/**
 * `names` has the names of accounts, products, orders and categories. Pages do not get whole texts of products.
 */
export function toShown(entry: AuditEntry, names: ReadonlyMap<string, string>): ShownEntry {
  const { id, action, at, actor } = entry;
  return {
    ...{ id, at, actor: names.get(actor) ?? actor },
    action: ofJob(entry) ?? ownValue(auditActions, action) ?? action,
    subjects: subjectsOf(entry, names),
    facts: factsOf(entry),
    ...changesOf(entry),
  };
}

/** What was done to which kind of job; null if the entry is of something else. */
function ofJob({ action, detail: { kind, dryRun } }: AuditEntry): string | null {
  if (!isOfJob(action)) return null;
  if (dryRun === true && action === 'job.start') return 'Checked a file of products';
  const [verb, job] = [ownValue(JOB_VERBS, action), ownValue(JOBS, String(kind))];
  return verb && job
    ? `${verb} ${dryRun === true ? 'the check of a file of products' : job}`
    : null;
}

const isOfJob = (action: string) => action.startsWith('job.');

const JOB_VERBS: Record<string, string> = {
  'job.cancel': 'Cancelled',
  'job.pause': 'Paused',
  'job.resume': 'Resumed',
  'job.start': 'Started',
  'job.undo': 'Took back',
};

const JOBS: Record<string, string> = {
  import: 'an import',
  bulkEdit: 'a bulk edit',
  stockCount: 'a stock count',
};

function subjectsOf(entry: AuditEntry, names: ReadonlyMap<string, string>): Subject[] {
  const several = productsOf(entry);
  if (several.length > 0) {
    return several.map((id) => ({ to: `/admin/products/${id}`, name: names.get(id) ?? id }));
  }
  const name = subjectName(entry, names);
  const subject = { to: isRemoved(entry, names) ? null : pageOf(entry), name };
  const job = jobOf(entry);
  return job ? [subject, job] : [subject];
}

/** Whether the record is gone. A category that nothing names any more was removed later. */
function isRemoved({ action, subject }: AuditEntry, names: ReadonlyMap<string, string>): boolean {
  return action.endsWith('.remove') || (subject.startsWith('cat_') && !names.has(subject));
}

/** The import or the bulk edit by which a product was changed. */
function jobOf({ action, detail: { job } }: AuditEntry): Subject | null {
  if (typeof job !== 'string') return null;
  return /import$/i.test(action)
    ? { to: `/admin/imports/${job}`, name: 'Import' }
    : { to: `/admin/bulk-edits/${job}`, name: 'Bulk edit' };
}

/** The name of the record that an entry is about; its id if nothing has a name for it. */
export function subjectName(
  { subject, detail }: AuditEntry,
  names: ReadonlyMap<string, string>,
): string {
  return names.get(subject) ?? nameIn(detail) ?? subject;
}

function nameIn({ name, sku, file, query, words, kind }: Record<string, unknown>): string | null {
  const group = Array.isArray(words) ? words.join(', ') : null;
  const said = name ?? sku ?? file ?? query ?? group ?? ownValue(NAMES_OF_JOBS, String(kind));
  return typeof said === 'string' && said !== '' ? said : null;
}

/** Jobs without a file. */
const NAMES_OF_JOBS: Record<string, string> = {
  bulkEdit: 'Bulk edit',
  stockCount: 'Stock count',
};

/** The page of the record that was changed. */
function pageOf({ subject, action, detail: { kind } }: AuditEntry): string | null {
  const pages: Record<string, string> = {
    prd: 'products',
    var: 'stock',
    ord: 'orders',
    cat: 'categories',
    col: 'collections',
    pag: 'pages',
    pin: 'searches/pins',
    job: kind === 'import' ? 'imports' : 'bulk-edits',
  };
  if (action.startsWith('synonyms.')) return '/admin/synonyms';
  if (action.startsWith('text.')) return `/admin/texts#${subject}`;
  const page = ownValue(pages, subject.slice(0, subject.indexOf('_')));
  return page === undefined ? null : `/admin/${page}/${subject}`;
}

/** Details that the page shows elsewhere, or that only programs need. */
const UNSAID = new Set([
  ...['changed', 'name', 'sku', 'key', 'setTo', 'earlier', 'file', 'text', 'query', 'words'],
]);

/** Details of a job that the words for the action say. */
const SAID_OF_JOBS = new Set(['kind', 'dryRun']);

function factsOf({ action, detail }: AuditEntry): string[] {
  const { earlier } = detail;
  const isStock = action === 'stock.adjust';
  const facts = Object.entries(detail)
    .filter(([fact]) => !UNSAID.has(fact) && !(isStock && /^(?:before|after)$/.test(fact)))
    .filter(([fact]) => !isOfJob(action) || !SAID_OF_JOBS.has(fact))
    .filter(([, value]) => isSaid(value))
    .map(([fact, value]) => `${asWords(fact)}: ${shownValue(fact, value)}`);
  return Array.isArray(earlier) ? [counted(earlier.length, 'product'), ...facts] : facts;
}

/** Ids and records say nothing to people. */
function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return value !== null && typeof value !== 'object' && !/^[a-z]{3}_[0-9a-z]+$/.test(String(value));
}

/** `deletedCount` as 'Deleted count', `amountMinor` as 'Amount'. */
function asWords(fact: string): string {
  const words = fact.replace(/Minor$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function shownValue(fact: string, value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  return fact.endsWith('Minor') && typeof value === 'number' ? formatMoney(value) : String(value);
}

function changesOf({ action, detail }: AuditEntry): { fields: ChangedField[]; more: number } {
  if (action !== 'stock.adjust') return changedFields(detail);
  const { before, after } = detail;
  return {
    fields: [{ label: 'On hand', before: String(before), after: String(after) }],
    more: 0,
  };
}
