import type { ComponentProps, ReactNode } from 'react';
import { LONGEST_TRAIT } from '#features/catalog/product-list.schema.ts';
import { Needed } from '../../../components/console/needed.tsx';
import { ProductTagsInput } from '../../../components/console/tags-input.tsx';
import { ValueInput } from '../../../components/console/value-input.tsx';
import { controlProps, Labelled } from '../../../ui/field.tsx';
import { isNeeded } from './cell-values.ts';
import type { FieldName, Fields } from './draft.ts';
import { fieldLabels } from './field-labels.ts';

/** The properties that all plain fields of the editor share. */
export interface FieldsProps {
  fields: Fields;
  errors: Partial<Fields>;
  onField: (name: FieldName, value: string) => void;
}

interface PlainFieldProps extends FieldsProps {
  name: FieldName;
  hint?: ReactNode;
}

const DENSE = 'control lg:min-h-9 lg:py-1 lg:text-sm';

function useProps({ name, hint, fields, errors, onField }: PlainFieldProps) {
  const field = {
    id: `product-${name}`,
    name,
    error: errors[name] ?? null,
    initialValue: undefined,
  };
  const isMarked = isNeeded(name, fields);
  const label = isMarked ? <Needed label={fieldLabels[name]} /> : fieldLabels[name];
  const about = { field, label, hint };
  const { defaultValue: _, ...attributes } = controlProps(about);
  const control = {
    ...attributes,
    'aria-required': isMarked || undefined,
    className: DENSE,
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => onField(name, target.value),
  };
  return { about, control };
}

export function PlainText({
  input,
  ...props
}: PlainFieldProps & { input?: ComponentProps<'input'> }) {
  const { about, control } = useProps(props);
  return (
    <Labelled {...about}>
      <input type="text" autoComplete="off" {...input} {...control} />
    </Labelled>
  );
}

/** A field that offers the brands or types that products have. */
export function PlainValue({ kind, ...props }: PlainFieldProps & { kind: 'brand' | 'type' }) {
  const { about, control } = useProps(props);
  return (
    <Labelled {...about}>
      <ValueInput
        type="text"
        kind={kind}
        maxLength={LONGEST_TRAIT}
        {...control}
        onUse={(value) => props.onField(props.name, value)}
      />
    </Labelled>
  );
}

/** A field that offers the tags that products have. */
export function PlainTags(props: PlainFieldProps) {
  const { about, control } = useProps(props);
  return (
    <Labelled {...about}>
      <ProductTagsInput
        type="text"
        {...control}
        onUse={(tags) => props.onField(props.name, tags)}
      />
    </Labelled>
  );
}

export function PlainArea({
  rows,
  maxLength,
  ...props
}: PlainFieldProps & { rows: number; maxLength: number }) {
  const { about, control } = useProps(props);
  return (
    <Labelled {...about}>
      <textarea rows={rows} maxLength={maxLength} {...control} />
    </Labelled>
  );
}

export function PlainSelect({
  choices,
  ...props
}: PlainFieldProps & { choices: [value: string, label: string][] }) {
  const { about, control } = useProps(props);
  return (
    <Labelled {...about}>
      <select {...control}>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
