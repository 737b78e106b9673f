import { data } from 'react-router';
import type { AppError } from '#shared/errors.ts';
import { refusalInit } from '../../../respond.ts';
import { Notice } from '../../../ui/notice.tsx';

/** The message of an editor after a form that did more than save. */
export interface EditorMessage {
  tone: 'success' | 'info' | 'danger';
  text: string;
}

export function notSure() {
  const editorMessage: EditorMessage = { tone: 'danger', text: 'Please confirm it first.' };
  return data({ editorMessage }, 422);
}

export function notDone(refusal: AppError) {
  const editorMessage: EditorMessage = { tone: 'danger', text: refusal.message };
  return data({ editorMessage }, refusalInit(refusal));
}

export function EditorNotice({ editorMessage }: { editorMessage: EditorMessage }) {
  return (
    <Notice tone={editorMessage.tone} className="mb-4">
      {editorMessage.text}
    </Notice>
  );
}
