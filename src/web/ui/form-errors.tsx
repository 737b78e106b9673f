import { Notice } from './notice.tsx';

/** What is wrong with a form as a whole. */
export function FormErrors({ errors }: { errors: string[] }) {
  return errors.length > 0 ? <Notice tone="danger">{errors.join(' ')}</Notice> : null;
}
