import { LONGEST_SECTION_NAME } from '#shared/field-lengths.ts';
import { NAME_NEEDED } from '#shared/field-messages.ts';
import { LONGEST_SLUG, NOT_A_SLUG, SLUG_PATTERN } from '#shared/slugify.ts';
import { TextField } from '../../../ui/field.tsx';
import type { FieldOf } from '../../../ui/use-checked-form.ts';
import type { EditorKind } from './editor-kinds.ts';

/** The messages of these fields. */
export const nameAndAddressWords = {
  name: { missing: NAME_NEEDED },
  knownSlug: {},
  slug: { invalid: NOT_A_SLUG },
};

/** The name of a category, a collection or a page, and the address that is made from it. */
export function NameAndAddress({
  field,
  kind: { path, aboutAddress },
  saved,
}: {
  field: FieldOf<keyof typeof nameAndAddressWords>;
  kind: EditorKind;
  /** Null for a record that is not saved yet. */
  saved: { formerSlugs: string[] } | null;
}) {
  const former =
    saved && saved.formerSlugs.length > 0 ? ` These do: ${saved.formerSlugs.join(', ')}.` : '';
  return (
    <>
      <TextField
        field={field('name')}
        label="Name"
        required
        maxLength={LONGEST_SECTION_NAME}
        autoComplete="off"
      />
      <input type="hidden" name="knownSlug" defaultValue={field('knownSlug').initialValue} />
      <TextField
        field={field('slug')}
        label="Address"
        hint={
          saved
            ? `After ${path}. ${aboutAddress}${former}`
            : `After ${path}. Made from the name if you leave it empty.`
        }
        maxLength={LONGEST_SLUG}
        pattern={SLUG_PATTERN}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
