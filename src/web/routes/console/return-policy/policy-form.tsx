import { Form, useNavigation } from 'react-router';
import type { ReturnPolicy } from '#features/return-policy/return-policy.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../product-editor/section.tsx';

/** The values of the form as they are posted, before they are checked. */
interface Typed {
  postagePaidBy: string;
  finalSaleCategoryIds: string[];
  finalSaleTags: string[];
}

/** Reads the form. Its tags are a line each. */
export function readPolicyForm(posted: FormData): Typed {
  return {
    postagePaidBy: String(posted.get('postagePaidBy') ?? ''),
    finalSaleCategoryIds: posted.getAll('category').map(String),
    finalSaleTags: String(posted.get('tags') ?? '')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== ''),
  };
}

/** The parts of a policy for staff. */
export function policyInWords(
  { postagePaidBy, finalSaleCategoryIds, finalSaleTags }: ReturnPolicy,
  categories: { id: string; name: string }[],
): [label: string, value: string][] {
  const chosen = categories.filter(({ id }) => finalSaleCategoryIds.includes(id));
  return [
    ['Postage', payers.find(({ value }) => value === postagePaidBy)?.label ?? ''],
    ['Categories of final sales', chosen.map(({ name }) => name).join(', ')],
    ['Tags of final sales', finalSaleTags.join(', ')],
  ];
}

/** Sets who pays for the way back, and what is a final sale. It works without script. */
export function PolicyForm({
  version,
  shown,
  categories,
}: {
  version: number;
  shown: Typed;
  categories: { id: string; name: string }[];
}) {
  const isBusy = useNavigation().formData?.has('postagePaidBy') ?? false;
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <input type="hidden" name="version" value={version} />
      <Postage paidBy={shown.postagePaidBy} />
      <FinalSales shown={shown} categories={categories} />
      <div>
        <Button look="accent" pending={isBusy} className={DENSE_BUTTON}>
          Save
        </Button>
      </div>
    </Form>
  );
}

const payers = [
  {
    value: 'customer',
    label: 'The customer pays',
    about: 'The shop pays all the same when an item is damaged or not as pictured.',
  },
  { value: 'shop', label: 'The shop pays', about: 'For every reason.' },
];

function Postage({ paidBy }: { paidBy: string }) {
  return (
    <Section title="Postage for the way back">
      <fieldset>
        <legend className="sr-only">Who pays the postage</legend>
        {payers.map(({ value, label, about }) => (
          <label key={value} className="flex min-h-11 gap-3 py-2 lg:text-sm">
            <input
              type="radio"
              name="postagePaidBy"
              value={value}
              defaultChecked={paidBy === value}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              {label}
              <span className="block text-sm text-ink-soft lg:text-xs">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}

function FinalSales({
  shown: { finalSaleCategoryIds, finalSaleTags },
  categories,
}: {
  shown: Typed;
  categories: { id: string; name: string }[];
}) {
  return (
    <Section title="Final sales">
      <p className="text-sm text-ink-soft">
        Customers can neither return nor exchange these products. Their pages, the cart and the
        order say so. Staff can still take them back, on the page of the order.
      </p>
      <fieldset>
        <legend className="field-label">Categories</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {categories.map(({ id, name }) => (
            <label
              key={id}
              className="flex min-h-11 min-w-0 items-center gap-3 lg:min-h-8 lg:text-sm"
            >
              <input
                type="checkbox"
                name="category"
                value={id}
                defaultChecked={finalSaleCategoryIds.includes(id)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <label htmlFor="final-sale-tags" className="field-label">
          Tags
        </label>
        <textarea
          id="final-sale-tags"
          name="tags"
          rows={4}
          defaultValue={finalSaleTags.join('\n')}
          aria-describedby="final-sale-tags-hint"
          className="control"
        />
        <p id="final-sale-tags-hint" className="mt-1 text-sm text-ink-soft">
          One in a line, spelled as on the products.
        </p>
      </div>
    </Section>
  );
}
