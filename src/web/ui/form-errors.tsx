import type { FormMetadata } from '@conform-to/react';
import { Notice } from './notice.tsx';

/** What is wrong with a form as a whole. */
export function FormErrors({ form }: { form: Pick<FormMetadata, 'errors' | 'errorId'> }) {
  if (!form.errors?.length) return null;
  return (
    <Notice tone="danger">
      <p id={form.errorId}>{form.errors.join(' ')}</p>
    </Notice>
  );
}
