import { type ComponentProps, type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { readAmounts, readDays } from '../../../filter-ranges.ts';
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
    <fieldset className="min-w-0 self-start lg:w-40">
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
export function FilterAmounts({ label }: { label: string }) {
  const [least, most] = readAmounts(useSearchParams()[0]);
  const input = { width: 'lg:w-24', inputMode: 'decimal', maxLength: 14 } as const;
  return (
    <>
      <RangeEnd label={`${label} from`} name="min" end={least} {...input} />
      <RangeEnd label={`${label} to`} name="max" end={most} {...input} />
    </>
  );
}

/** The first and the last day, `?from=` and `?to=`. */
export function FilterDays({ labels }: { labels: [from: string, to: string] }) {
  const [first, last] = readDays(useSearchParams()[0]);
  return (
    <>
      <RangeEnd label={labels[0]} name="from" end={first} type="date" />
      <RangeEnd label={labels[1]} name="to" end={last} type="date" />
    </>
  );
}

/** One end of a range, with what is wrong with it. */
function RangeEnd({
  label,
  width,
  end: { text, problem },
  ...input
}: ComponentProps<'input'> & {
  label: string;
  width?: string;
  end: { text: string; problem: string | null };
}) {
  return (
    <FilterField label={label} width={problem ? undefined : width}>
      {(id) => (
        <>
          <FilterInput
            {...input}
            id={id}
            value={text}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : undefined}
          />
          {problem ? (
            <p id={`${id}-error`} className="mt-1 text-xs font-medium text-danger">
              {problem}
            </p>
          ) : null}
        </>
      )}
    </FilterField>
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

/** Any other control, under its label. It stays beside the others where one has a message below. */
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
    <div className={`min-w-0 self-start ${width}`}>
      <label htmlFor={id} className={DENSE_LABEL}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
