import { useRef } from 'react';
import type { ReturnPolicy } from '#features/return-policy/return-policy.schema.ts';
import { joinTags } from '#shared/tags.ts';
import { EditorForm } from '../../../components/console/editor/editor-form.tsx';
import type {
  PartsInWords,
  RefusedDraft,
} from '../../../components/console/editor/editor-result.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { postedText } from '../../../posted-text.ts';
import { CheckBox } from '../../../ui/check-box.tsx';

/** The values of the form as they are posted, before they are checked. */
export interface PolicyDraft {
  postagePaidBy: string;
  finalSaleCategoryIds: string[];
  finalSaleTags: string[];
}

/** Reads the form. Its tags are a line each. */
export function readPolicyForm(posted: FormData): PolicyDraft {
  return {
    postagePaidBy: String(posted.get('postagePaidBy') ?? ''),
    finalSaleCategoryIds: posted.getAll('category').map(String),
    finalSaleTags: postedText(posted, 'tags')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  };
}

/** The parts of a policy for staff. */
export function policyInWords(
  { postagePaidBy, finalSaleCategoryIds, finalSaleTags }: ReturnPolicy,
  categories: { id: string; name: string }[],
): PartsInWords {
  const chosen = categories.filter(({ id }) => finalSaleCategoryIds.includes(id));
  return [
    ['Postage', payers.find(({ value }) => value === postagePaidBy)?.label ?? ''],
    ['Categories of final sales', chosen.map(({ name }) => name).join(', ')],
    ['Tags of final sales', joinTags(finalSaleTags)],
  ];
}

/** Sets who pays for the way back, and what is a final sale. It works without script. */
export function PolicyForm({
  policy,
  refused,
  categories,
}: {
  policy: ReturnPolicy;
  refused: RefusedDraft<PolicyDraft> | null;
  categories: { id: string; name: string }[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const shown = refused?.draft ?? policy;
  return (
    <EditorForm
      form={{ ref: form, id: 'return-policy' }}
      version={policy.version}
      refused={refused}
      errors={Object.values(refused?.errors ?? {})}
      conflict={refused?.conflict ?? null}
      button="Save"
    >
      <Postage paidBy={shown.postagePaidBy} />
      <FinalSales shown={shown} categories={categories} />
    </EditorForm>
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
    <Panel title="Postage for the way back">
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
    </Panel>
  );
}

function FinalSales({
  shown: { finalSaleCategoryIds, finalSaleTags },
  categories,
}: {
  shown: PolicyDraft;
  categories: { id: string; name: string }[];
}) {
  return (
    <Panel title="Final sales">
      <p className="text-sm text-ink-soft">
        Customers can neither return nor exchange these products. Their pages, the cart and the
        order say so. Staff can still take them back, on the page of the order.
      </p>
      <fieldset>
        <legend className="field-label">Categories</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {categories.map(({ id, name }) => (
            <CheckBox
              key={id}
              name="category"
              value={id}
              defaultChecked={finalSaleCategoryIds.includes(id)}
              label={name}
            />
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
    </Panel>
  );
}
