/** Responds to the forms of editors. */
import { data } from 'react-router';
import type { z } from 'zod';
import type { AppError } from '#shared/errors.ts';
import { redirectWithNotice } from '../../../notices.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import { type EditorKind, type EditorNotices, editorNotices, editorOf } from './editor-kinds.ts';
import type { EditorMessage } from './editor-notice.tsx';
import type { PartsInWords, RefusedDraft, RefusedForm } from './editor-result.ts';
import { postedTexts, postedVersion } from './posted.ts';

/** Refuses a form: returns the messages of fields, and the typed values. */
function refuseForm(
  posted: FormData,
  error: Record<string, string[]>,
  init: number | ResponseInit,
  current?: { version: number },
) {
  const result = { status: 'error' as const, error, initialValue: postedTexts(posted) };
  const version = current?.version ?? postedVersion(posted);
  return data<RefusedForm>({ result, version, ...(current ? { current } : {}) }, init);
}

/**
 * Refuses a draft: returns the messages of fields, and the typed values. `inWords` is what somebody
 * else saved meanwhile.
 */
export function refuseDraft<Draft>(
  typed: RefusedDraft<Draft>,
  refusal: AppError,
  theirs: { version: number; inWords: PartsInWords | null } | null,
) {
  const field = String(refusal.details.field ?? '');
  const refused = { ...typed, errors: { [field]: refusal.message } };
  if (theirs) Object.assign(refused, { version: theirs.version, conflict: theirs.inWords });
  return data(refused, refusalInit(refusal));
}

/** The messages of a schema by field. The names of a rule's fields are `ruleMin` and so on. */
function errorsOf({ issues }: z.ZodError): Record<string, string[]> {
  return Object.fromEntries(
    issues.map(({ path, message }) => {
      const [first = '', second] = path.map(String);
      const ofRule = second && second.charAt(0).toUpperCase() + second.slice(1);
      const field = first === 'rule' && ofRule ? first + ofRule : first;
      return [field, [message]];
    }),
  );
}

/**
 * Saves the posted values. Redirects to the editor when they are saved, and otherwise shows why
 * not.
 */
export async function saveRecord<Changes>(
  kind: EditorKind,
  /** Null for a new record. */
  id: string | null,
  posted: FormData,
  read: { unfit: AppError | null; parsed: z.ZodSafeParseResult<Changes> },
  save: (changes: Changes) => Promise<{ id: string }>,
) {
  if (read.unfit) return refuseForm(posted, { image: [read.unfit.message] }, read.unfit.status);
  if (!read.parsed.success) return refuseForm(posted, errorsOf(read.parsed.error), 422);
  const { value, refusal } = await orRefusal(save(read.parsed.data));
  if (!refusal) {
    const done = id === null ? 'record-added' : 'record-saved';
    throw redirectWithNotice(editorOf(kind, value.id), editorNotices(kind), done);
  }
  const { current } = refusal.details as { current?: { version: number } };
  return refuseForm(posted, { '': [refusal.message] }, refusalInit(refusal), current);
}

/** Redirects to the list when a record is removed, and otherwise shows why not. */
export async function removeRecord(
  list: string,
  notices: EditorNotices,
  removal: Promise<unknown>,
) {
  const { refusal } = await orRefusal(removal);
  if (refusal) return notDone(refusal);
  throw redirectWithNotice(list, notices, 'record-removed');
}

export function notSure() {
  const editorMessage: EditorMessage = { tone: 'danger', text: 'Please confirm it first.' };
  return data({ editorMessage }, 422);
}

export function notDone(refusal: AppError) {
  const editorMessage: EditorMessage = { tone: 'danger', text: refusal.message };
  return data({ editorMessage }, refusalInit(refusal));
}
