import { LONGEST_SLUG, NOT_A_SLUG, SLUG_PATTERN } from '#shared/slugify.ts';
import { ImageUpload } from '../../../components/image/image-upload.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import type { FieldOf, FormResult } from '../../../ui/use-checked-form.ts';
import { Section } from '../product-editor/section.tsx';

/** The texts of the fields that both editors have. */
export const sectionWords = {
  name: { missing: 'A name is needed.' },
  knownSlug: {},
  slug: { invalid: NOT_A_SLUG },
  description: {},
  image: {},
};

interface SectionValues {
  slug: string;
  formerSlugs: string[];
  imageUrl: string | null;
}

/** Name, address, text and image of a category or collection. */
export function SectionFields({
  field,
  path,
  saved,
  onUploading,
}: {
  field: FieldOf<keyof typeof sectionWords>;
  /** The beginning of its path. */
  path: string;
  /** Null for a section that is not saved yet. */
  saved: SectionValues | null;
  onUploading: (uploading: boolean) => void;
}) {
  const former =
    saved && saved.formerSlugs.length > 0 ? ` These do: ${saved.formerSlugs.join(', ')}.` : '';
  return (
    <Section title="What it is">
      <TextField field={field('name')} label="Name" required maxLength={80} autoComplete="off" />
      <input type="hidden" name="knownSlug" defaultValue={field('knownSlug').initialValue} />
      <TextField
        field={field('slug')}
        label="Address"
        hint={
          saved
            ? `After ${path}. One that was made from the name follows it. Old addresses lead to the new one for good.${former}`
            : `After ${path}. Made from the name if you leave it empty.`
        }
        maxLength={LONGEST_SLUG}
        pattern={SLUG_PATTERN}
        autoComplete="off"
        spellCheck={false}
      />
      <TextAreaField
        field={field('description')}
        label="Text"
        hint="Under the name on its page, and for search engines."
        rows={3}
        maxLength={500}
      />
      <ImageUpload
        field={field('image')}
        label="Image"
        current={saved?.imageUrl ?? null}
        onUploading={onUploading}
      />
      {saved?.imageUrl ? (
        <CheckBox name="removeImage" label="Remove the image" checked={false} />
      ) : null}
    </Section>
  );
}

/** A check box with its label. */
export function CheckBox({
  name,
  label,
  hint,
  checked,
}: {
  name: string;
  label: string;
  hint?: string;
  checked: boolean;
}) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-2 py-2">
        <input
          type="checkbox"
          name={name}
          defaultChecked={checked}
          aria-describedby={hint ? `${name}-hint` : undefined}
          className="size-4 shrink-0 accent-accent"
        />
        {label}
      </label>
      {hint ? (
        <p id={`${name}-hint`} className="-mt-1.5 ml-6 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Whether a box was checked in a refused form; otherwise as it was saved. */
export function wasChecked(result: FormResult, name: string, saved: boolean): boolean {
  if (result?.status !== 'error') return saved;
  return result.initialValue?.[name] !== undefined;
}
