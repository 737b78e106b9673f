import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import {
  columnChoices,
  existingChoices,
  type ImportInput,
  otherHostChoices,
} from '#features/product-management/import.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { useCategories } from '../../../components/console/use-categories.ts';
import { Button } from '../../../ui/button.tsx';
import { isChanged } from '../../../ui/is-changed.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import { CATEGORY_LABEL, CHOICES, fieldOf, IMAGES_LABEL, UNCOUNTED_LABEL } from './import-words.ts';

/** The id of the form. */
export const COLUMN_FORM = 'columns';

/**
 * Lets staff choose the file's columns, and checks the file again. `onChange` is called with whether
 * the choices differ from those of the check.
 */
export function ColumnForm({
  input,
  category,
  onChange,
}: {
  input: ImportInput;
  /** What the chosen category is called by now; null if it was deleted. */
  category: string | null;
  onChange: (isChanged: boolean) => void;
}) {
  const { mapping, dialect } = input;
  const intent = useNavigation().formData?.get('intent');
  const form = useRef<HTMLFormElement>(null);
  const blocker = useUnsavedGuard(form, { isSending: intent === 'check' || intent === 'detect' });
  useEffect(() => {
    // Something may have been chosen before the script loaded.
    onChange(isAnyChanged(form.current));
    return () => onChange(false);
  }, [onChange]);
  return (
    <details
      open={dialect === 'other' && !Object.values(mapping).some(Boolean)}
      className="max-w-3xl"
    >
      <summary className="cursor-pointer py-2 font-semibold">
        Columns of the file, and choices
      </summary>
      <LeaveDialog blocker={blocker} />
      <Form
        ref={form}
        id={COLUMN_FORM}
        method="post"
        className="grid gap-4 pt-2"
        onChange={() => onChange(isAnyChanged(form.current))}
      >
        <Choices input={input} category={category} />
        <div>
          <Button name="intent" value="check" pending={intent === 'check'} className={DENSE_BUTTON}>
            Check again
          </Button>
        </div>
      </Form>
    </details>
  );
}

function Choices({ input, category }: { input: ImportInput; category: string | null }) {
  const { header, mapping } = input;
  return (
    <div id={CHOICES} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {columnChoices.map(({ column, label }, index) => (
        <Choice
          key={column}
          name={fieldOf(index)}
          label={label}
          options={[['', 'Not in the file'], ...header.map((name) => [name, name] as const)]}
          chosen={mapping[column] ?? ''}
        />
      ))}
      <Choice
        name="existing"
        label="Products that the shop has"
        options={Object.entries(existingChoices)}
        chosen={input.existing}
      />
      <Choice
        name="images"
        label={IMAGES_LABEL}
        options={Object.entries(otherHostChoices)}
        chosen={input.images ?? 'stay'}
      />
      <Choice
        name="category"
        label={CATEGORY_LABEL}
        options={[
          ...(category === null ? [['', 'Please choose'] as const] : []),
          ...useCategories().map(({ name }) => [name, name] as const),
        ]}
        chosen={category ?? ''}
        isRequired
      />
      <div>
        <label htmlFor="import-uncounted" className={DENSE_LABEL}>
          {UNCOUNTED_LABEL}
        </label>
        <input
          id="import-uncounted"
          name="uncounted"
          inputMode="numeric"
          required
          maxLength={9}
          defaultValue={input.uncounted ?? 0}
          className={DENSE_CONTROL}
        />
      </div>
    </div>
  );
}

function isAnyChanged(form: HTMLFormElement | null): boolean {
  return form !== null && [...form.elements].some(isChanged);
}

function Choice({
  name,
  label,
  options,
  chosen,
  isRequired = false,
}: {
  name: string;
  label: string;
  options: (readonly [string, string])[];
  chosen: string;
  isRequired?: boolean;
}) {
  return (
    <div>
      <label htmlFor={`import-${name}`} className={DENSE_LABEL}>
        {label}
      </label>
      <select
        id={`import-${name}`}
        name={name}
        defaultValue={chosen}
        required={isRequired}
        className={DENSE_CONTROL}
      >
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
