import { Form, useNavigation } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../product-editor/section.tsx';

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
export function IncludedForm({ isIncluded, version }: { isIncluded: boolean; version: number }) {
  const isBusy = useNavigation().formData?.has('pricesIncludeTax') ?? false;
  return (
    <Section title="Prices">
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="version" value={version} />
        <fieldset>
          <legend className="sr-only">Prices and delivery</legend>
          {choices.map(({ value, label, about }) => (
            <label key={value} className="flex min-h-11 gap-3 py-2 lg:text-sm">
              <input
                type="radio"
                name="pricesIncludeTax"
                value={value}
                defaultChecked={isIncluded === (value === 'yes')}
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
    </Section>
  );
}
