import { type ReactNode, type RefObject, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { StaffSection } from '#features/merchandising/merchandising.schema.ts';
import { ConsoleHeading } from '../../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { type FieldOf, type FieldWords, useCheckedForm } from '../../../ui/use-checked-form.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import { Section } from '../product-editor/section.tsx';
import { ConfirmedForm } from './confirmed-form.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { type EditorMessage, EditorNotice } from './editor-notice.tsx';
import { SectionFields, sectionWords, wasChecked } from './section-fields.tsx';
import type { SectionResult } from './section-form.ts';
import { SectionNotice } from './section-notice.tsx';
import type { SectionPages } from './section-pages.ts';

/** The result of an editor's action: a refused form, or what it did besides saving. */
export type EditorResult = { editorMessage: EditorMessage } | SectionResult | undefined;

/** The page that edits a category or collection: its heading and notices around the forms. */
export function SectionEditorPage({
  kind,
  saved,
  about,
  result,
  children,
}: {
  kind: SectionPages;
  /** Null for a section that is not saved yet. */
  saved: StaffSection | null;
  /** A fact beside the link to the list. */
  about?: string;
  result: EditorResult;
  /** The forms. */
  children: ReactNode;
}) {
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={saved?.name ?? `Add a ${kind.thing}`}
        about={
          <>
            <Link to={kind.list} className="link">
              All {kind.title.toLowerCase()}
            </Link>
            {about ? `, ${about}` : null}
          </>
        }
      >
        {saved ? (
          <ButtonLink to={kind.path + saved.slug} className={DENSE_BUTTON}>
            Show its page
          </ButtonLink>
        ) : null}
      </ConsoleHeading>
      {result ? null : <SectionNotice thing={kind.thing} />}
      {result && 'editorMessage' in result ? (
        <EditorNotice editorMessage={result.editorMessage} />
      ) : null}
      <div className="grid max-w-3xl gap-4">{children}</div>
    </div>
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
 * the id and version as its key. After saving, the form is then a new one without unsaved input.
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
  kind: SectionPages;
  saved: Saved | null;
  result: EditorResult;
  /** The messages of further fields, and their initial values. */
  words?: Record<Name, FieldWords>;
  values?: Record<Name, string>;
  /** The values that somebody else saved in fields that only one kind of editor has. */
  differences: (current: Saved) => [label: string, value: string][];
  children: (parts: SectionFormParts<Name>) => ReactNode;
}) {
  const [uploading, setUploading] = useState(false);
  const busy = useNavigation().formData?.get('intent') === 'save';
  const refused = result && 'result' in result ? result : null;
  const { name = '', slug = '', description = '' } = saved ?? {};
  const fields: Record<string, FieldWords> = { ...sectionWords, ...words };
  const { form, field, formErrors } = useCheckedForm({
    id: kind.thing,
    fields,
    lastResult: refused?.result,
    values: { name, slug, knownSlug: slug, description, ...values },
  });
  const blocker = useUnsavedGuard(form.ref);
  const current = refused?.current as Saved | undefined;
  const checked = (box: string, was: boolean) => wasChecked(refused?.result, box, was);
  return (
    <Form method="post" encType="multipart/form-data" {...form} className="grid gap-4">
      <LeaveDialog blocker={blocker} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={(current ?? saved)?.version ?? 0} />
      <FormErrors errors={formErrors} />
      {current ? (
        <ConflictNotice
          fields={[
            ['Name', current.name],
            ['Address', current.slug],
            ['Text', current.description],
            ['In the menu', current.inMenu ? 'yes' : 'no'],
            ...differences(current),
          ]}
        />
      ) : null}
      <SectionFields field={field} path={kind.path} saved={saved} onUploading={setUploading} />
      {children({ field, checked, form: form.ref })}
      <div>
        <Button look="accent" pending={busy} disabled={uploading}>
          {saved ? 'Save' : `Add ${kind.thing}`}
        </Button>
      </div>
    </Form>
  );
}

/** Removes a category or collection after a question. */
export function SectionRemoval({
  kind,
  name,
  text,
  whyKept = null,
}: {
  kind: SectionPages;
  name: string;
  /** What will happen. */
  text: string;
  /** Why it can't be removed. */
  whyKept?: string | null;
}) {
  return (
    <Section title={`Remove the ${kind.thing}`}>
      <p className="text-sm text-ink-soft">{whyKept ?? text}</p>
      {whyKept === null ? (
        <ConfirmedForm
          intent="remove"
          button={`Remove ${kind.thing}`}
          title={`Remove ${name}?`}
          text={text}
          look="danger"
        />
      ) : null}
    </Section>
  );
}
