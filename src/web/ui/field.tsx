import type { ComponentProps, ReactNode } from 'react';
import type { CheckedField } from './use-checked-form.ts';

export interface FieldProps {
  field: CheckedField;
  label: ReactNode;
  hint?: ReactNode;
}

/** The attributes that connect a control with its label, hint and error. */
export function controlProps({ field, hint }: FieldProps) {
  const { id, name, error, initialValue } = field;
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null];
  return {
    id,
    name,
    defaultValue: initialValue,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    className: 'control',
  };
}

/** Label above, control, then hint and error. */
export function Labelled({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  const { id, error } = field;
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

export function TextField({
  field,
  label,
  hint,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'name'>) {
  const about = { field, label, hint };
  return (
    <Labelled {...about}>
      <input type="text" {...input} {...controlProps(about)} />
    </Labelled>
  );
}

export function TextAreaField({
  field,
  label,
  hint,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'name'>) {
  const about = { field, label, hint };
  return (
    <Labelled {...about}>
      <textarea rows={5} {...area} {...controlProps(about)} />
    </Labelled>
  );
}
