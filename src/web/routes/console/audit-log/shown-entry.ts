/** An entry of the audit log as its page shows it: by name, and linked to what was changed. */
import { type AuditEntry, auditActions } from '#features/audit-log/audit-log.schema.ts';
import { ownValue } from '#shared/own-value.ts';
import { type ChangedField, changedFields } from '../../../changed-fields.ts';
import { factsOf } from './entry-facts.ts';
import { idsInChanges, namedChanges } from './named-changes.ts';

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
      ...[...starting('cat_'), ...starting('col_'), ...starting('pin_')],
      ...inChanges.filter((id) => id.startsWith('cat_')),
    ],
    pages: starting('pag_'),
    jobs: [...starting('job_'), ...entries.flatMap(({ detail }) => jobIn(detail) ?? [])],
  };
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
}

/** Pages do not get whole texts of products. */
export function toShown(entry: AuditEntry, known: Known): ShownEntry {
  const { id, action, at, actor } = entry;
  const { names } = known;
  return {
    ...{ id, at, actor: names.get(actor) ?? actor },
    action: ofJob(entry) ?? ownValue(auditActions, action) ?? action,
    subjects: subjectsOf(entry, known),
    facts: factsOf(entry, isOfJob(action)),
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
  const subject = { to: isRemoved(entry, known) ? null : pageOf(entry), name };
  const job = jobOf(entry, known);
  return job ? [subject, job] : [subject];
}

/** Whether the record is gone, so that its page is, too. */
function isRemoved({ action, subject }: AuditEntry, { names, jobs }: Known): boolean {
  if (action.endsWith('.remove')) return true;
  if (subject.startsWith('job_')) return !jobs.has(subject);
  return /^(?:cat|col|pag|pin)_/.test(subject) && !names.has(subject);
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

function changesOf(
  { action, detail }: AuditEntry,
  names: ReadonlyMap<string, string>,
): { fields: ChangedField[]; more: number } {
  if (action !== 'stock.adjust') return changedFields(namedChanges(detail, names));
  const { before, after } = detail;
  return {
    fields: [{ label: 'On hand', before: String(before), after: String(after) }],
    more: 0,
  };
}
