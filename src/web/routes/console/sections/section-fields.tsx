import { LONGEST_SECTION_TEXT } from '#shared/field-lengths.ts';
import type { EditorKind } from '../../../components/console/editor/editor-kinds.ts';
import {
  NameAndAddress,
  nameAndAddressWords,
} from '../../../components/console/editor/name-and-address.tsx';
import { Panel } from '../../../components/console/panel.tsx';
import { ImageUpload } from '../../../components/image/image-upload.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import type { FieldOf } from '../../../ui/use-checked-form.ts';

/** The messages of the fields that both editors have. */
export const sectionWords = { ...nameAndAddressWords, description: {}, image: {} };

/** Name, address, text and image of a category or collection. */
export function SectionFields({
  field,
  kind,
  saved,
  onUploading,
}: {
  field: FieldOf<keyof typeof sectionWords>;
  kind: EditorKind;
  /** Null for a section that is not saved yet. */
  saved: { formerSlugs: string[]; imageUrl: string | null } | null;
  onUploading: (uploading: boolean) => void;
}) {
  return (
    <Panel title="What it is">
      <NameAndAddress field={field} kind={kind} saved={saved} />
      <TextAreaField
        field={field('description')}
        label="Text"
        hint="Under the name on its page, and for search engines."
        rows={3}
        maxLength={LONGEST_SECTION_TEXT}
      />
      <ImageUpload
        field={field('image')}
        label="Image"
        current={saved?.imageUrl ?? null}
        onUploading={onUploading}
      />
      {saved?.imageUrl ? <CheckBox name="removeImage" label="Remove the image" /> : null}
    </Panel>
  );
}
