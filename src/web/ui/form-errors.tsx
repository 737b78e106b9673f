import { Notice } from './notice.tsx';

/** The errors of a form as a whole. */
export function FormErrors({ errors }: { errors: string[] }) {
  return errors.length > 0 ? <Notice tone="danger">{errors.join(' ')}</Notice> : null;
}
