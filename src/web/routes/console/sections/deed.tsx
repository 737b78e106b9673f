import { data } from 'react-router';
import type { AppError } from '#shared/errors.ts';
import { refusalInit } from '../../../respond.ts';
import { Notice } from '../../../ui/notice.tsx';

/** The message of an editor after a form that did more than save. */
export interface Deed {
  tone: 'success' | 'info' | 'danger';
  text: string;
}

export function notSure() {
  const deed: Deed = { tone: 'danger', text: 'Please confirm it first.' };
  return data({ deed }, 422);
}

export function notDone(refusal: AppError) {
  const deed: Deed = { tone: 'danger', text: refusal.message };
  return data({ deed }, refusalInit(refusal));
}

export function DeedNotice({ deed }: { deed: Deed }) {
  return (
    <Notice tone={deed.tone} className="mb-4">
      {deed.text}
    </Notice>
  );
}
