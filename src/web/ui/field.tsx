import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';

interface FieldProps {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: ReactNode;
}

/** What ties a control to its label, hint and messages. */
function controlProps({ field, hint }: FieldProps) {
  const described = [field.errors ? field.errorId : null, hint ? field.descriptionId : null];
  return {
    id: field.id,
    name: field.name,
    required: field.required,
    minLength: field.minLength,
    maxLength: field.maxLength,
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    defaultValue: typeof field.initialValue === 'string' ? field.initialValue : undefined,
  };
}

/** Label above, control, then hint and what is wrong with it. */
function Labelled({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={field.id} className="mb-1.5 block text-[0.9375rem] font-semibold">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={field.descriptionId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {field.errors ? (
        <p id={field.errorId} className="mt-1.5 text-sm font-medium text-danger">
          {field.errors.join(' ')}
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
      <input type="text" {...controlProps(about)} {...input} className="control" />
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
      <textarea rows={5} {...controlProps(about)} {...area} className="control" />
    </Labelled>
  );
}

export function SelectField({
  field,
  label,
  hint,
  options,
  placeholder,
}: FieldProps & { options: readonly string[]; placeholder: string }) {
  const about = { field, label, hint };
  const { minLength: _min, maxLength: _max, ...control } = controlProps(about);
  return (
    <Labelled {...about}>
      <select {...control} defaultValue={control.defaultValue ?? ''} className="control">
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Labelled>
  );
}
