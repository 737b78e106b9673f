import { type ComponentProps, type ReactNode, useId } from 'react';
import type { PriceRange } from '#features/catalog/product-list.schema.ts';
import { toDecimalText } from '#shared/money.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { DENSE_CONTROL, DENSE_LABEL } from '../dense.ts';
import { Dropdown } from '../dropdown.tsx';

/** A choice of one value. */
export function FilterChoice({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  /** Values and labels; the first is the default, for which no parameter is sent. */
  choices: [value: string, label: string][];
  chosen: string;
}) {
  const [usual] = choices[0] ?? [];
  return (
    <FilterField label={label}>
      {(id) => (
        <select
          id={id}
          name={name}
          defaultValue={chosen === usual ? '' : chosen}
          className={DENSE_CONTROL}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value === usual ? '' : value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  );
}

/** A choice of several values; none of them means any. */
export function FilterChoices({
  label,
  name,
  choices,
  chosen,
}: {
  label: string;
  name: string;
  choices: [value: string, label: string][];
  chosen: readonly string[];
}) {
  const labels = choices.filter(([value]) => chosen.includes(value)).map(([, text]) => text);
  const words = labels.join(', ') || 'Any';
  return (
    <fieldset className="min-w-0 lg:w-40">
      <legend className={DENSE_LABEL}>{label}</legend>
      <Dropdown
        label={<span className="min-w-0 grow truncate">{words}</span>}
        name={`${label}: ${words}`}
        look={`cursor-pointer ${DENSE_CONTROL}`}
      >
        {choices.map(([value, text]) => (
          <CheckBox
            key={value}
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            label={text}
          />
        ))}
      </Dropdown>
    </fieldset>
  );
}

/** A text, maybe with values that are offered. */
export function FilterText({
  label,
  name,
  value,
  maxLength,
  offered = [],
  placeholder,
}: {
  label: string;
  name: string;
  value: string | null;
  maxLength: number;
  offered?: string[];
  placeholder?: string;
}) {
  const listId = useId();
  return (
    <FilterField label={label} width="lg:w-32">
      {(id) => (
        <>
          <FilterInput
            {...{ id, name, value, maxLength, placeholder }}
            list={offered.length > 0 ? listId : undefined}
          />
          <datalist id={listId}>
            {offered.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </FilterField>
  );
}

/** The lowest and the highest amount, `?min=` and `?max=`. */
export function FilterAmounts({ label, range }: { label: string; range: PriceRange }) {
  return (
    <>
      <Amount label={`${label} from`} name="min" minor={range.minMinor} />
      <Amount label={`${label} to`} name="max" minor={range.maxMinor} />
    </>
  );
}

function Amount({ label, name, minor }: { label: string; name: string; minor: number | null }) {
  return (
    <FilterField label={label} width="lg:w-24">
      {(id) => (
        <FilterInput
          id={id}
          name={name}
          value={minor === null ? null : toDecimalText(minor)}
          inputMode="decimal"
          maxLength={14}
        />
      )}
    </FilterField>
  );
}

/** The first and the last day, `?from=` and `?to=`. */
export function FilterDays({
  labels,
  from,
  to,
}: {
  labels: [from: string, to: string];
  from: string | null;
  to: string | null;
}) {
  return (
    <>
      <FilterField label={labels[0]}>
        {(id) => <FilterInput id={id} type="date" name="from" value={from} />}
      </FilterField>
      <FilterField label={labels[1]}>
        {(id) => <FilterInput id={id} type="date" name="to" value={to} />}
      </FilterField>
    </>
  );
}

/** A filter that is on or off. */
export function FilterCheck({
  label,
  name,
  value,
  isOn,
}: {
  label: string;
  name: string;
  /** The value of the parameter while it is on. */
  value: string;
  isOn: boolean;
}) {
  return (
    <CheckBox
      // A link can change the filter, and the box is then another one.
      key={String(isOn)}
      name={name}
      value={value}
      defaultChecked={isOn}
      label={label}
      className="lg:py-0.5 compact:py-0"
    />
  );
}

function FilterInput({
  value,
  ...input
}: Omit<ComponentProps<'input'>, 'value'> & { value: string | null }) {
  return <input {...input} defaultValue={value ?? ''} className={DENSE_CONTROL} />;
}

/** Any other control, under its label. */
export function FilterField({
  label,
  width = 'lg:w-40',
  children,
}: {
  label: string;
  width?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`min-w-0 ${width}`}>
      <label htmlFor={id} className={DENSE_LABEL}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
