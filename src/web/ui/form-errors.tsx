import { Notice } from './notice.tsx';

/** The errors of a form as a whole. Where no field is wrong, an editor moves the focus here. */
export function FormErrors({ errors }: { errors: string[] }) {
  if (errors.length === 0) return null;
  return (
    <div data-form-errors="" tabIndex={-1} className="scroll-mt-24 outline-none">
      <Notice tone="danger">{errors.join(' ')}</Notice>
    </div>
  );
}
