import { type FormEvent, useState } from 'react';
import type { SheetField } from '#features/product-management/bulk-edit.schema.ts';
import { counted } from '#shared/counted.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import {
  type Operation,
  operationFields,
  operations,
  operationsOf,
  type TypedOperation,
} from './operations.ts';
import { statusChoices } from './product-cells.ts';

/** Changes one column of the selected rows, or of all. */
export function OperationBar({
  field,
  onField,
  categories,
  selected,
  all,
  problem,
  onRun,
}: {
  field: SheetField;
  onField: (field: SheetField) => void;
  categories: readonly string[];
  /** How many rows are selected, and how many there are. */
  selected: number;
  all: number;
  problem: string | null;
  onRun: (typed: TypedOperation, isAll: boolean) => void;
}) {
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
      <label>
        <span className={DENSE_LABEL}>Column</span>
        <select
          value={field}
          onChange={({ target }) => onField(target.value as SheetField)}
          className={DENSE_CONTROL}
        >
          {operationFields.map((one) => (
            <option key={one.field} value={one.field}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className={DENSE_LABEL}>Operation</span>
        <select
          value={operation}
          onChange={({ target }) => setOperation(target.value as Operation)}
          className={DENSE_CONTROL}
        >
          {possible.map((one) => (
            <option key={one} value={one}>
              {operations[one]}
            </option>
          ))}
        </select>
      </label>
      {operation === 'round' ? null : (
        <div className="col-span-2 sm:w-44">
          <label htmlFor="sheet-value" className={DENSE_LABEL}>
            {operation === 'percent' ? 'Percent' : 'Value'}
          </label>
          <ValueField field={field} categories={categories} text={text} onText={setText} />
        </div>
      )}
      <Button value="selected" className={`px-3 ${DENSE_BUTTON}`}>
        Apply to {counted(selected, 'selected row')}
      </Button>
      <Button value="all" className={`px-3 ${DENSE_BUTTON}`}>
        Apply to all {all}
      </Button>
      {problem === null ? null : (
        <p role="alert" className="col-span-2 text-sm text-danger sm:w-full">
          {problem}
        </p>
      )}
    </form>
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
    return (
      <input
        id="sheet-value"
        value={text}
        onChange={({ target }) => onText(target.value)}
        // A phone's keyboard for numbers has no minus.
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
