import { Form, useSubmit } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Dropdown } from '../../../components/console/dropdown.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { type ColumnName, columnLabels, columnNames } from './columns.ts';

/** Chooses the columns of the table. It is applied at once, or by a button without script. */
export function ColumnChoice({ columns }: { columns: ColumnName[] }) {
  const submit = useSubmit();
  return (
    <Dropdown label="Columns" align="right">
      <Form
        method="post"
        preventScrollReset
        onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
      >
        <input type="hidden" name="intent" value="columns" />
        <fieldset>
          <legend className="sr-only">Columns</legend>
          {columnNames.map((name) => (
            <CheckBox
              key={name}
              name="column"
              value={name}
              defaultChecked={columns.includes(name)}
              label={columnLabels[name]}
            />
          ))}
        </fieldset>
        <span className="hidden scriptless:contents">
          <Button className={`mt-3 ${DENSE_BUTTON}`}>Show them</Button>
        </span>
      </Form>
    </Dropdown>
  );
}
