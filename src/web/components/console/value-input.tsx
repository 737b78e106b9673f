import { type ComponentProps, useId } from 'react';
import type { ValueKind } from '#features/merchandising/values-in-use.schema.ts';
import { SameValue } from './same-value.tsx';
import { useValuesInUse } from './use-values-in-use.ts';

/** A field for one brand, type or tag, which offers those that products have. */
export function ValueInput({
  kind,
  onChange,
  onUse,
  ...field
}: ComponentProps<'input'> & {
  kind: ValueKind;
  /** Called with a value that differs from the typed one only in capitals or spaces, if staff want it. */
  onUse?: (value: string) => void;
}) {
  const id = useId();
  const { values, ask } = useValuesInUse(kind);
  return (
    <>
      <input
        autoComplete="off"
        {...field}
        list={id}
        onFocus={({ target }) => ask(target.value)}
        onChange={(event) => {
          ask(event.target.value);
          onChange?.(event);
        }}
      />
      <datalist id={id}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {onUse ? <SameValue typed={String(field.value)} values={values} onUse={onUse} /> : null}
    </>
  );
}
