import { type FormEvent, useId, useState } from 'react';
import type { SheetField } from '#features/product-management/bulk-edit.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { ProductTagsInput } from '../../../components/console/tags-input.tsx';
import { Button } from '../../../ui/button.tsx';
import {
  type Operation,
  operationFields,
  operations,
  operationsOf,
  type TypedOperation,
} from './operations.ts';
import { statusChoices } from './product-cells.ts';

interface OperationBarProps {
  field: SheetField;
  onField: (field: SheetField) => void;
  categories: readonly string[];
  /** How many rows are selected, and how many there are; null while they are loaded. */
  selected: number;
  all: number | null;
  /** The error of the typed value. */
  problem: string | null;
  onRun: (typed: TypedOperation, isAll: boolean) => void;
}

/** Changes one column of the selected rows, or of all. */
export function OperationBar({
  field,
  onField,
  categories,
  selected,
  all,
  problem,
  onRun,
}: OperationBarProps) {
  const possible = operationsOf(field);
  const [chosen, setOperation] = useState<Operation>('set');
  const [text, setText] = useState('');
  const operation = possible.includes(chosen) ? chosen : (possible[0] ?? 'set');
  const run = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onRun({ field, operation, text }, submitter?.getAttribute('value') === 'all');
  };
  return (
    <form
      onSubmit={run}
      aria-label="Change a column"
      className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap scriptless:hidden"
    >
      <Choice
        label="Column"
        choices={operationFields.map((one) => [one.field, one.label])}
        chosen={field}
        onChoose={(next) => onField(next as SheetField)}
      />
      <Choice
        label="Operation"
        choices={possible.map((one) => [one, operations[one]])}
        chosen={operation}
        onChoose={(next) => setOperation(next as Operation)}
      />
      {operation === 'round' ? null : (
        <div className="col-span-2 sm:w-44">
          <label htmlFor="sheet-value" className={DENSE_LABEL}>
            {operation === 'percent' ? 'Percent' : 'Value'}
          </label>
          <ValueField field={field} categories={categories} text={text} onText={setText} />
        </div>
      )}
      <Targets selected={selected} all={all} />
      {problem === null ? null : (
        <p role="alert" className="col-span-2 text-sm text-danger sm:w-full">
          {problem}
        </p>
      )}
    </form>
  );
}

function Targets({ selected, all }: Pick<OperationBarProps, 'selected' | 'all'>) {
  const look = `self-stretch px-3 sm:self-end ${DENSE_BUTTON}`;
  return (
    <>
      <Button value="selected" className={look}>
        Apply to {withThousands(selected)} selected
      </Button>
      <Button value="all" className={look}>
        Apply to all{all === null ? '' : ` ${withThousands(all)}`}
      </Button>
    </>
  );
}

function Choice({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: [value: string, label: string][];
  chosen: string;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={DENSE_LABEL}>
        {label}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        className={DENSE_CONTROL}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function ValueField({
  field,
  categories,
  text,
  onText,
}: {
  field: SheetField;
  categories: readonly string[];
  text: string;
  onText: (text: string) => void;
}) {
  const choices = { status: statusChoices, category: categories }[field as string];
  if (!choices) {
    const Input = field === 'tags' ? ProductTagsInput : 'input';
    return (
      <Input
        id="sheet-value"
        value={text}
        onChange={({ target }) => onText(target.value)}
        // A phone's keyboard for numbers has no minus sign.
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        className={DENSE_CONTROL}
      />
    );
  }
  return (
    <select
      id="sheet-value"
      value={text}
      onChange={({ target }) => onText(target.value)}
      className={DENSE_CONTROL}
    >
      {choices.includes(text) ? null : <option value={text}>Please choose</option>}
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
