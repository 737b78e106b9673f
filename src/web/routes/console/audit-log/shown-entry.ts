/** An entry of the audit log as its page shows it: by name, and linked to what was changed. */
import { type AuditEntry, auditActions } from '#features/audit-log/audit-log.schema.ts';
import { ownValue } from '#shared/own-value.ts';
import { type ChangedField, changedFields } from '../../../changed-fields.ts';
import { factsOf } from './entry-facts.ts';
import { idsInChanges, namedChanges } from './named-changes.ts';
import { nameOfZone, subjectOfSettings } from './settings-subjects.ts';

/** The changed record; null if it has no page, or no longer exists. */
export interface Subject {
  to: string | null;
  name: string;
  /** Whether it leads to a file, and not to a page. */
  isFile?: true;
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
  const inChanges = entries.flatMap(({ detail }) => idsInChanges(detail));
  const starting = (start: string) => subjects.filter((id) => id.startsWith(start));
  return {
    accounts: [...entries.map(({ actor }) => actor), ...starting('usr_')],
    products: [
      ...[...entries.flatMap(productsOf), ...starting('prd_')],
      ...inChanges.filter((id) => id.startsWith('prd_')),
    ],
    orders: starting('ord_'),
    records: [
      ...entries
        .filter((one) => /^(?:cat|col|pin)$/.test(kindOf(one)))
        .map(({ subject }) => subject),
      ...inChanges.filter((id) => !id.startsWith('prd_')),
    ],
    pages: starting('pag_'),
    zones: starting('zon_'),
    jobs: [...starting('job_'), ...entries.flatMap(({ detail }) => jobIn(detail) ?? [])],
  };
}

/**
 * The kind of record that an entry is about, by the beginning of its id. The first categories of a
 * shop have the names of the specification as ids.
 */
function kindOf({ action, subject }: AuditEntry): string {
  if (/^category\.(?!order$)/.test(action)) return 'cat';
  return subject.slice(0, Math.max(0, subject.indexOf('_')));
}

/** The products of a change of several products. */
function productsOf({ detail: { earlier } }: AuditEntry): string[] {
  if (!Array.isArray(earlier)) return [];
  return earlier.slice(0, NAMED_PRODUCTS).map(({ id }) => String(id));
}

/** What is there of the records that entries are about. */
export interface Known {
  /** By id. What was removed has none, but for accounts, products and orders, which stay. */
  names: ReadonlyMap<string, string>;
  /** The jobs that are still stored. */
  jobs: ReadonlySet<string>;
  /** The addresses of images that its categories and collections show now. */
  images: ReadonlySet<string>;
}

/** Pages do not get whole texts of products. */
export function toShown(entry: AuditEntry, known: Known): ShownEntry {
  const { id, action, at, actor } = entry;
  const { names } = known;
  return {
    ...{ id, at, actor: names.get(actor) ?? actor },
    action: ofJob(entry) ?? ownValue(auditActions, action) ?? action,
    subjects: subjectsOf(entry, known),
    facts: [...firstName(entry, names), ...factsOf(entry, isOfJob(action))],
    ...changesOf(entry, names),
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

function subjectsOf(entry: AuditEntry, known: Known): Subject[] {
  const { names } = known;
  const several = productsOf(entry);
  if (several.length > 0) {
    return several.map((id) => ({ to: `/admin/products/${id}`, name: names.get(id) ?? id }));
  }
  const name = subjectName(entry, names);
  const to = subjectOfSettings(entry)?.to ?? (isRemoved(entry, known) ? null : pageOf(entry));
  const others = [jobOf(entry, known), imageOf(entry, known)];
  return [{ to, name }, ...others.filter((one) => one !== null)];
}

/** The image that a category or collection got, while it has it. One that was replaced is deleted. */
function imageOf({ detail }: AuditEntry, { images }: Known): Subject | null {
  const url = after(detail, 'imageUrl');
  return typeof url === 'string' && images.has(url)
    ? { to: url, name: 'Image', isFile: true }
    : null;
}

/** What was added under another name than its record has today. */
function firstName({ action, subject, detail }: AuditEntry, names: Known['names']): string[] {
  const { name } = detail;
  const today = names.get(subject);
  const isOther = typeof name === 'string' && today !== undefined && today !== name;
  return isOther && /\.(?:add|duplicate)$/.test(action) ? [`Name then: ${name}`] : [];
}

/** Whether the record is gone, so that its page is, too. */
function isRemoved(entry: AuditEntry, { names, jobs }: Known): boolean {
  const { action, subject } = entry;
  if (action.endsWith('.remove')) return true;
  if (subject.startsWith('job_')) return !jobs.has(subject);
  return /^(?:cat|col|pag|pin|usr|zon)$/.test(kindOf(entry)) && !names.has(subject);
}

const jobIn = ({ job }: Record<string, unknown>): string | null =>
  typeof job === 'string' ? job : null;

/** The import or the bulk edit by which a product was changed. */
function jobOf({ action, detail }: AuditEntry, { jobs }: Known): Subject | null {
  const job = jobIn(detail);
  if (job === null) return null;
  const [list, name] = /import$/i.test(action)
    ? ['imports', 'Import']
    : ['bulk-edits', 'Bulk edit'];
  return { to: jobs.has(job) ? `/admin/${list}/${job}` : null, name };
}

/** The name of the record that an entry is about; its id if nothing has a name for it. */
export function subjectName(entry: AuditEntry, names: ReadonlyMap<string, string>): string {
  const { subject } = entry;
  return names.get(subject) ?? subjectOfSettings(entry)?.name ?? nameIn(entry) ?? subject;
}

function nameIn({ action, detail }: AuditEntry): string | null {
  if (action.startsWith('delivery.')) return zoneIn(detail);
  const { name, sku, file, query, kind } = detail;
  const words = detail.words ?? after(detail, 'words');
  const group = Array.isArray(words) ? words.join(', ') : null;
  const said = name ?? sku ?? file ?? query ?? group ?? ownValue(NAMES_OF_JOBS, String(kind));
  return typeof said === 'string' && said !== '' ? said : null;
}

/** The name of a delivery zone that was removed since. An addition has it among its changes. */
function zoneIn(detail: Record<string, unknown>): string | null {
  const name = detail.zone ?? after(detail, 'name');
  return typeof name === 'string' ? nameOfZone(name) : null;
}

/** What a field was changed to. */
function after({ changed }: Record<string, unknown>, field: string): unknown {
  const values = (changed as Record<string, unknown> | undefined)?.[field];
  return Array.isArray(values) ? values[1] : undefined;
}

/** Jobs without a file. */
const NAMES_OF_JOBS: Record<string, string> = {
  bulkEdit: 'Bulk edit',
  stockCount: 'Stock count',
};

/** The page of the record that was changed. */
function pageOf(entry: AuditEntry): string | null {
  const { subject, action } = entry;
  const pages: Record<string, string> = {
    prd: 'products',
    var: 'stock',
    ord: 'orders',
    cat: 'categories',
    col: 'collections',
    pag: 'pages',
    pin: 'searches/pins',
    usr: 'customers',
    zon: 'delivery',
    job: entry.detail.kind === 'import' ? 'imports' : 'bulk-edits',
  };
  if (action.startsWith('synonyms.')) return '/admin/synonyms';
  const page = ownValue(pages, kindOf(entry));
  return page === undefined ? null : `/admin/${page}/${encodeURIComponent(subject)}`;
}

function changesOf(
  { action, detail }: AuditEntry,
  names: ReadonlyMap<string, string>,
): { fields: ChangedField[]; more: number } {
  if (action === 'account.role') return changedFields({ changed: { role: roleChange(detail) } });
  if (action !== 'stock.adjust') return changedFields(namedChanges(detail, names));
  const { before, after } = detail;
  return {
    fields: [{ label: 'On hand', before: String(before), after: String(after) }],
    more: 0,
  };
}

/** There are two roles, and a change is stored only if it was one. */
function roleChange({ role }: Record<string, unknown>): [string, string] {
  return role === 'admin' ? ['customer', 'admin'] : ['admin', 'customer'];
}
