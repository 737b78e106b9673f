import { useRef } from 'react';
import type { FormResult } from '../../../ui/use-checked-form.ts';
import type { EditorMessage } from './editor-notice.tsx';

/** A record as somebody else saved it meanwhile: its parts in words. */
export type PartsInWords = [label: string, value: string][];

/** What an editor shows after its form was not saved. */
export interface NotSaved {
  /** The version of the posted form, or after a conflict the newest: nothing is replaced unseen. */
  version: number;
  /** The name or id of the control that gets the focus, if not the first one with an error. */
  focus?: string;
}

/**
 * What an editor shows after a form was not saved whose fields are checked in the browser as well.
 */
export interface RefusedForm extends NotSaved {
  result: FormResult;
  /** The record as somebody else saved it meanwhile. */
  current?: { version: number };
}

/** What an editor shows after a form was not saved that is read as a draft. */
export interface RefusedDraft<Draft> extends NotSaved {
  draft: Draft;
  errors: Record<string, string>;
  /** The record as somebody else saved it meanwhile. */
  conflict: PartsInWords | null;
}

/** The result of an editor's action: a form that was not saved, or what it did besides saving. */
export type EditorResult = { editorMessage: EditorMessage } | RefusedForm | undefined;

/** The draft that an action did not save. It stays while a further button only has a message. */
export function useRefusedDraft<Draft>(result: object | undefined): RefusedDraft<Draft> | null {
  const kept = useRef<RefusedDraft<Draft> | null>(null);
  if (!result) kept.current = null;
  else if ('draft' in result) kept.current = result as RefusedDraft<Draft>;
  return kept.current;
}
