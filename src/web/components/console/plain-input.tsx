import { type ComponentProps, type ReactNode, useId } from 'react';
import { DENSE_CONTROL, DENSE_LABEL } from './dense.ts';

interface PlainProps {
  name: string;
  label: string;
  value: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Whether it takes both columns of the grid. */
  wide?: boolean | undefined;
}

/** A text field of a form that the server reads: label, control, hint, error. */
export function PlainInput({
  wide,
  ...props
}: PlainProps & Omit<ComponentProps<'input'>, 'value' | 'name'>) {
  const { name, label, value, hint, error, ...input } = props;
  const id = useId();
  return (
    <Field {...{ id, label, wide, hint, error }}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        {...attributes(id, { hint, error })}
        name={name}
        defaultValue={value}
      />
    </Field>
  );
}

/** A text field with several lines of a form that the server reads: label, control, hint, error. */
export function PlainArea({
  wide,
  rows = 3,
  ...props
}: PlainProps & { rows?: number; placeholder?: string }) {
  const { name, label, value, hint, error, placeholder } = props;
  const id = useId();
  return (
    <Field {...{ id, label, wide, hint, error }}>
      <textarea
        rows={rows}
        placeholder={placeholder}
        {...attributes(id, { hint, error })}
        name={name}
        defaultValue={value}
      />
    </Field>
  );
}

function attributes(id: string, { hint, error }: Pick<PlainProps, 'hint' | 'error'>) {
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean);
  return {
    id,
    className: DENSE_CONTROL,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described.join(' ') || undefined,
  };
}

/** A control between its label above and its hint and error below. */
function Field({
  id,
  label,
  wide,
  hint,
  error,
  children,
}: Pick<PlainProps, 'label' | 'hint' | 'error' | 'wide'> & { id: string; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <label htmlFor={id} className={DENSE_LABEL}>
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft lg:text-xs">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
