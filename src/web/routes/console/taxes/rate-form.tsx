import { useEffect, useId, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import { PlainInput } from '../delivery/plain-input.tsx';
import { Section } from '../product-editor/section.tsx';
import type { RateDraft } from './rate-draft.ts';

interface RateFormProps {
  draft: RateDraft;
  errors: Record<string, string>;
  /** That of all rates. */
  version: number;
  isNew: boolean;
  categories: { id: string; name: string }[];
}

/** The fields of a tax rate. */
export function RateForm({ draft, errors, version, isNew, categories }: RateFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const blocker = useUnsavedGuard(form);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, []);
  const isSaving = useNavigation().formData?.get('intent') === 'save';
  return (
    <Form ref={form} method="post" preventScrollReset className="grid gap-4">
      <LeaveDialog blocker={blocker} />
      <input type="hidden" name="version" value={version} />
      <FormErrors errors={errors[''] ? [errors['']] : []} />
      <Fields {...{ draft, errors, categories }} />
      <div>
        <Button name="intent" value="save" look="accent" pending={isSaving}>
          {isNew ? 'Add rate' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}

function Fields({
  draft,
  errors,
  categories,
}: Pick<RateFormProps, 'draft' | 'errors' | 'categories'>) {
  const field = (name: 'name' | 'rate' | 'country' | 'region') => ({
    ...{ name, value: draft[name], error: errors[name] },
  });
  return (
    <Section title="Rate">
      <div className="group grid grid-cols-2 gap-3">
        <PlainInput
          {...field('name')}
          label="Name for customers"
          placeholder="VAT"
          required
          maxLength={40}
        />
        <PlainInput
          {...field('rate')}
          label="Percent"
          placeholder="20"
          inputMode="decimal"
          required
          maxLength={20}
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
          maxLength={80}
        />
        <CategoryField value={draft.categoryId} error={errors.categoryId} categories={categories} />
        <label className="col-span-full flex min-h-11 items-center gap-2 group-has-[option:checked:not([value=''])]:hidden lg:min-h-8 lg:text-sm">
          <input
            type="checkbox"
            name="coversShipping"
            value="yes"
            defaultChecked={draft.coversShipping}
            className="size-4 accent-accent"
          />
          Shipping has this tax too
        </label>
      </div>
    </Section>
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
