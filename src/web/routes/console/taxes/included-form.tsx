import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';

const choices = [
  {
    value: 'no',
    label: 'Prices are without tax',
    about: 'Taxes are added to the total at checkout.',
  },
  {
    value: 'yes',
    label: 'Prices include tax',
    about: 'The total stays the same, and orders say how much of it is tax.',
  },
];

/** Sets whether prices, and what delivery costs, include their taxes. */
export function IncludedForm({
  isIncluded,
  version,
  refused,
}: {
  isIncluded: boolean;
  version: number;
  /** The choice that was not saved. */
  refused: boolean | undefined;
}) {
  const isBusy = useNavigation().formData?.has('pricesIncludeTax') ?? false;
  const form = useRef<HTMLFormElement>(null);
  const blocker = useUnsavedGuard(form, {
    startsUnsaved: refused !== undefined,
    isSending: isBusy,
  });
  return (
    <Panel title="Prices">
      <Form ref={form} method="post" preventScrollReset className="grid gap-3">
        <LeaveDialog blocker={blocker} />
        <input type="hidden" name="version" value={version} />
        <fieldset>
          <legend className="sr-only">Prices and delivery</legend>
          {choices.map(({ value, label, about }) => (
            <label key={value} className="flex min-h-11 gap-3 py-2 lg:text-sm">
              <input
                type="radio"
                name="pricesIncludeTax"
                value={value}
                defaultChecked={(refused ?? isIncluded) === (value === 'yes')}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span>
                {label}
                <span className="block text-sm text-ink-soft lg:text-xs">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div>
          <Button pending={isBusy} className={DENSE_BUTTON}>
            Save
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
