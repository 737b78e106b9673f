/** Reads the forms of the editors of categories and collections, and responds to them. */
import { data, redirect } from 'react-router';
import type { z } from 'zod';
import type { AppError } from '#shared/errors.ts';
import { takePostedImage } from '../../../posted-image.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import type { FormResult } from '../../../ui/use-checked-form.ts';
import { notDone } from './editor-notice.tsx';
import { editorOf, type SectionPages } from './section-pages.ts';

/** What an editor shows after a form was refused. */
export interface SectionResult {
  result: FormResult;
  /** The record as somebody else saved it meanwhile. */
  current?: { version: number };
}

/** The fields that both editors have. Without an image, the stored one stays. */
export async function readSection(visit: Visit, posted: FormData) {
  const unfit = await takePostedImage(visit, posted, 'image');
  const text = (name: string) => String(posted.get(name) ?? '').replaceAll('\r\n', '\n');
  const image = text('image') || (posted.has('removeImage') ? null : undefined);
  // A slug that the person did not change follows the name, even if somebody else renamed the
  // section meanwhile.
  const isTyped = text('slug').trim() !== '' && text('slug') !== text('knownSlug');
  const changes = {
    name: text('name'),
    ...(isTyped ? { slug: text('slug') } : {}),
    description: text('description'),
    ...(image === undefined ? {} : { image }),
    inMenu: posted.has('inMenu'),
  };
  return { unfit, text, changes };
}

/** Refuses a form: returns the messages of fields, and the typed values. */
export function refuseForm(
  posted: FormData,
  error: Record<string, string[]>,
  init: number | ResponseInit,
  current?: { version: number },
) {
  const initialValue: Record<string, string> = {};
  for (const [name, value] of posted) if (typeof value === 'string') initialValue[name] = value;
  const result = { status: 'error' as const, error, initialValue };
  return data<SectionResult>({ result, ...(current ? { current } : {}) }, init);
}

/** The messages of a schema by field. The names of a rule's fields are `ruleMin` and so on. */
export function errorsOf({ issues }: z.ZodError): Record<string, string[]> {
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
export async function saveSection<Changes>(
  kind: SectionPages,
  /** Null for a new section. */
  id: string | null,
  posted: FormData,
  read: { unfit: AppError | null; parsed: z.ZodSafeParseResult<Changes> },
  save: (changes: Changes) => Promise<{ id: string }>,
) {
  if (read.unfit) return refuseForm(posted, { image: [read.unfit.message] }, read.unfit.status);
  if (!read.parsed.success) return refuseForm(posted, errorsOf(read.parsed.error), 422);
  const { value, refusal } = await orRefusal(save(read.parsed.data));
  if (!refusal) {
    const done = id === null ? 'added' : 'saved';
    throw redirect(`${editorOf(kind, value.id)}?done=${done}`);
  }
  const current = (refusal.details as { current?: { version: number } }).current;
  return refuseForm(posted, { '': [refusal.message] }, refusalInit(refusal), current);
}

/** Redirects to the list when the section is removed, and otherwise shows why not. */
export async function removeSection(kind: SectionPages, removal: Promise<unknown>) {
  const { refusal } = await orRefusal(removal);
  if (refusal) return notDone(refusal);
  throw redirect(`${kind.list}?done=removed`);
}

export function postedVersion(posted: FormData): number {
  return Number(posted.get('version')) || 0;
}
