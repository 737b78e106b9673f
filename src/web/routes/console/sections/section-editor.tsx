import { type ReactNode, type RefObject, useState } from 'react';
import type { StaffSection } from '#features/merchandising/merchandising.schema.ts';
import { shortened } from '#shared/shortened.ts';
import { EditorForm } from '../../../components/console/editor/editor-form.tsx';
import { type EditorKind, editorNotices } from '../../../components/console/editor/editor-kinds.ts';
import { EditorPage } from '../../../components/console/editor/editor-page.tsx';
import type {
  EditorResult,
  PartsInWords,
} from '../../../components/console/editor/editor-result.ts';
import { wasChecked } from '../../../components/console/editor/was-checked.ts';
import { type FieldOf, type FieldWords, useCheckedForm } from '../../../ui/use-checked-form.ts';
import { SectionFields, sectionWords } from './section-fields.tsx';

/** The page that edits a category or collection. */
export function SectionEditorPage({
  kind,
  saved,
  ...others
}: {
  kind: EditorKind;
  /** Null for a section that is not saved yet. */
  saved: StaffSection | null;
  /** A fact beside the link to the list. */
  about?: string;
  result: EditorResult;
  /** The forms. */
  children: ReactNode;
}) {
  return (
    <EditorPage
      title={saved?.name ?? `Add a ${kind.thing}`}
      list={kind.list}
      all={kind.title.toLowerCase()}
      shopPath={saved ? kind.path + saved.slug : undefined}
      notices={editorNotices(kind)}
      {...others}
    />
  );
}

/** The parts of the form that the fields of one kind of editor need. */
export interface SectionFormParts<Name extends string> {
  field: FieldOf<Name>;
  /** Whether a box is checked: as it was sent, else as it was saved. */
  checked: (name: string, saved: boolean) => boolean;
  form: RefObject<HTMLFormElement | null>;
}

/**
 * The form of a category or collection: the fields that both have, then those of `children`. Use
 * the id and version as its key.
 */
export function SectionForm<Saved extends StaffSection, Name extends string = never>({
  kind,
  saved,
  result,
  words,
  values,
  differences,
  children,
}: {
  kind: EditorKind;
  saved: Saved | null;
  result: EditorResult;
  /** The messages of further fields, and their initial values. */
  words?: Record<Name, FieldWords>;
  values?: Record<Name, string>;
  /** The values that somebody else saved in fields that only one kind of editor has. */
  differences: (current: Saved) => PartsInWords;
  children: (parts: SectionFormParts<Name>) => ReactNode;
}) {
  const [uploading, setUploading] = useState(false);
  const refused = result && 'result' in result ? result : null;
  const { name = '', slug = '', description = '' } = saved ?? {};
  const fields: Record<string, FieldWords> = { ...sectionWords, ...words };
  const { form, field, formErrors } = useCheckedForm({
    id: kind.thing,
    fields,
    lastResult: refused?.result,
    values: { name, slug, knownSlug: slug, description, ...values },
  });
  const current = refused?.current as Saved | undefined;
  const checked = (box: string, was: boolean) => wasChecked(refused?.result, box, was);
  return (
    <EditorForm
      form={{ ...form, encType: 'multipart/form-data' }}
      version={saved?.version ?? 0}
      refused={refused}
      errors={formErrors}
      conflict={current ? [...partsOf(current), ...differences(current)] : null}
      button={saved ? 'Save' : `Add ${kind.thing}`}
      isUploading={uploading}
    >
      <SectionFields field={field} kind={kind} saved={saved} onUploading={setUploading} />
      {children({ field, checked, form: form.ref })}
    </EditorForm>
  );
}

function partsOf({ name, slug, description, inMenu }: StaffSection): PartsInWords {
  return [
    ['Name', name],
    ['Address', slug],
    ['Text', shortened(description)],
    ['In the menu', inMenu ? 'yes' : 'no'],
  ];
}
