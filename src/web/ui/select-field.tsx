import type { ComponentProps } from 'react';
import { controlProps, type FieldProps, Labelled } from './field.tsx';

export function SelectField({
  field,
  label,
  hint,
  options,
  placeholder,
  ...select
}: FieldProps & { options: readonly string[]; placeholder: string } & Omit<
    ComponentProps<'select'>,
    'id' | 'name'
  >) {
  const about = { field, label, hint };
  return (
    <Labelled {...about}>
      <select {...select} {...controlProps(about)} defaultValue={field.initialValue ?? ''}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Labelled>
  );
}
