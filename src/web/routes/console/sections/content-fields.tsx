import { type RefObject, useState } from 'react';
import type { CollectionWithProducts } from '#features/merchandising/merchandising.ts';
import { amountHint } from '#shared/amount-hint.ts';
import { LONGEST_RULE_TAGS } from '#shared/tags.ts';
import { AmountField } from '../../../components/amount-field.tsx';
import { Panel } from '../../../components/console/panel.tsx';
import { ProductTagsInput } from '../../../components/console/tags-input.tsx';
import { useCategories } from '../../../components/console/use-categories.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { controlProps, Labelled } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { FieldOf } from '../../../ui/use-checked-form.ts';
import { ChosenProducts } from './chosen-products.tsx';

export const contentWords = () => ({
  kind: {},
  ruleCategory: {},
  ruleTags: {},
  ruleMin: { invalid: amountHint('A price') },
  ruleMax: { invalid: amountHint('A price') },
});

/** The products of a collection: those that staff choose, or all that fit a rule. */
export function ContentFields({
  field,
  collection,
  tags,
  checked,
  form,
}: {
  field: FieldOf<keyof ReturnType<typeof contentWords>>;
  collection: CollectionWithProducts | null;
  /** The tags that are offered. */
  tags: string[];
  checked: (name: string, saved: boolean) => boolean;
  form: RefObject<HTMLFormElement | null>;
}) {
  const [kind, setKind] = useState(field('kind').initialValue);
  const kinds = [
    { value: 'hand', label: 'Chosen by hand' },
    { value: 'rule', label: 'All that fit a rule' },
  ];
  return (
    <Panel title="Its products">
      <fieldset>
        <legend className="sr-only">How products get into it</legend>
        {kinds.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="kind"
              value={value}
              checked={kind === value}
              onChange={() => setKind(value)}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className={kind === 'hand' ? undefined : 'hidden scriptless:block'}>
        <ChosenProducts saved={collection?.products ?? []} form={form} />
      </div>
      <div className={kind === 'rule' ? undefined : 'hidden scriptless:block'}>
        <RuleFields field={field} collection={collection} tags={tags} checked={checked} />
      </div>
    </Panel>
  );
}

function RuleFields({
  field,
  collection,
  tags,
  checked,
}: {
  field: FieldOf<keyof ReturnType<typeof contentWords>>;
  collection: CollectionWithProducts | null;
  /** The tags that are offered. */
  tags: string[];
  checked: (name: string, saved: boolean) => boolean;
}) {
  const tagField = {
    field: field('ruleTags'),
    label: 'Tags',
    hint: 'With commas between them. A product needs all of them. Upper and lower case differ.',
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="text-sm text-ink-soft sm:col-span-2">
        A product that fits all conditions is in the collection at once, and leaves it when it no
        longer fits.
      </p>
      <SelectField
        field={field('ruleCategory')}
        label="Category"
        options={useCategories().map(({ name }) => name)}
        placeholder="Any"
      />
      <Labelled {...tagField}>
        <ProductTagsInput
          type="text"
          tags={tags}
          maxLength={LONGEST_RULE_TAGS}
          {...controlProps(tagField)}
        />
      </Labelled>
      <AmountField field={field('ruleMin')} label="Price from" required={false} />
      <AmountField field={field('ruleMax')} label="Price to" required={false} />
      <CheckBox
        name="ruleInStock"
        label="In stock only"
        defaultChecked={checked('ruleInStock', collection?.rule?.inStock ?? false)}
      />
    </div>
  );
}
