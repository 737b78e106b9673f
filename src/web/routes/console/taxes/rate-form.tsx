import { useId, useRef } from 'react';
import { LONGEST_PERCENT, LONGEST_REGION, LONGEST_TAX_NAME } from '#shared/field-lengths.ts';
import { DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { EditorForm } from '../../../components/console/editor/editor-form.tsx';
import type { RefusedDraft } from '../../../components/console/editor/editor-result.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { PlainInput } from '../../../components/console/plain-input.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import type { RateDraft } from './rate-draft.ts';

interface RateFormProps {
  /** The saved rate. */
  draft: RateDraft;
  refused: RefusedDraft<RateDraft> | null;
  /** The version of all tax rates. */
  version: number;
  isNew: boolean;
  categories: { id: string; name: string }[];
}

/** The form of a tax rate. Use what it shows as its key. */
export function RateForm({ draft, refused, version, isNew, categories }: RateFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = refused?.errors ?? {};
  return (
    <EditorForm
      form={{ ref: form, id: 'rate' }}
      version={version}
      refused={refused}
      errors={errors[''] ? [errors['']] : []}
      conflict={refused?.conflict ?? null}
      button={isNew ? 'Add rate' : 'Save'}
    >
      <Fields draft={refused?.draft ?? draft} errors={errors} categories={categories} />
    </EditorForm>
  );
}

function Fields({
  draft,
  errors,
  categories,
}: Pick<RateFormProps, 'draft' | 'categories'> & { errors: Record<string, string> }) {
  const field = (name: 'name' | 'rate' | 'country' | 'region') => ({
    ...{ name, value: draft[name], error: errors[name] },
  });
  return (
    <Panel title="Rate">
      <div className="group grid grid-cols-2 gap-3">
        <PlainInput
          {...field('name')}
          label="Name for customers"
          placeholder="VAT"
          required
          maxLength={LONGEST_TAX_NAME}
        />
        <PlainInput
          {...field('rate')}
          label="Percent"
          placeholder="20"
          inputMode="decimal"
          required
          maxLength={LONGEST_PERCENT}
        />
        <PlainInput
          {...field('country')}
          label="Country"
          hint="Its name or code."
          required
          maxLength={80}
        />
        <PlainInput
          {...field('region')}
          label="Region"
          hint="Empty means the whole country."
          maxLength={LONGEST_REGION}
        />
        <CategoryField value={draft.categoryId} error={errors.categoryId} categories={categories} />
        <CheckBox
          name="coversShipping"
          value="yes"
          defaultChecked={draft.coversShipping}
          label="Shipping has this tax too"
          className="col-span-full group-has-[option:checked:not([value=''])]:hidden"
        />
      </div>
    </Panel>
  );
}

function CategoryField({
  value,
  error,
  categories,
}: { value: string; error: string | undefined } & Pick<RateFormProps, 'categories'>) {
  const id = useId();
  return (
    <div className="col-span-full min-w-0">
      <label htmlFor={id} className={DENSE_LABEL}>
        Category
      </label>
      <select
        id={id}
        name="categoryId"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={DENSE_CONTROL}
      >
        <option value="">All categories</option>
        {categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
