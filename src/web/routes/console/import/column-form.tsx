import { Form } from 'react-router';
import {
  columnChoices,
  existingChoices,
  type ImportInput,
} from '#features/product-management/import.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { useCategories } from '../../../components/console/use-categories.ts';
import { Button } from '../../../ui/button.tsx';
import { fieldOf } from './import-words.ts';

/** Lets staff choose the file's columns, and checks the file again. */
export function ColumnForm({ input }: { input: ImportInput }) {
  const { header, mapping, dialect } = input;
  const chosen = (column: keyof typeof mapping) =>
    dialect === 'other' ? (mapping[column] ?? '') : header.includes(column) ? column : '';
  return (
    <details open={Object.keys(mapping).length === 0 && dialect === 'other'} className="max-w-3xl">
      <summary className="cursor-pointer py-2 font-semibold">Columns of the file</summary>
      <Form method="post" className="grid gap-4 pt-2">
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {columnChoices.map(({ column, label }, index) => (
            <Choice
              key={column}
              name={fieldOf(index)}
              label={label}
              options={[['', 'Not in the file'], ...header.map((name) => [name, name] as const)]}
              chosen={chosen(column)}
            />
          ))}
          <Choice
            name="existing"
            label="Products that the shop has"
            options={Object.entries(existingChoices)}
            chosen={input.existing}
          />
          <Choice
            name="category"
            label="Category of new products without one"
            options={useCategories().map(({ name }) => [name, name] as const)}
            chosen={input.category}
          />
        </div>
        <div>
          <Button name="intent" value="check" className={DENSE_BUTTON}>
            Check again
          </Button>
        </div>
      </Form>
    </details>
  );
}

function Choice({
  name,
  label,
  options,
  chosen,
}: {
  name: string;
  label: string;
  options: (readonly [string, string])[];
  chosen: string;
}) {
  return (
    <div>
      <label htmlFor={`import-${name}`} className={DENSE_LABEL}>
        {label}
      </label>
      <select id={`import-${name}`} name={name} defaultValue={chosen} className={DENSE_CONTROL}>
        {options.map(([value, text], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have a column twice
          <option key={index} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
