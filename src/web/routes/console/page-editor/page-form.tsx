import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { LONGEST_PAGE, type ShopPage } from '#features/shop-pages/shop-pages.schema.ts';
import { LONGEST_SLUG, NOT_A_SLUG, SLUG_PATTERN } from '#shared/slugify.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { type CheckedField, type FieldOf, useCheckedForm } from '../../../ui/use-checked-form.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import { Section } from '../product-editor/section.tsx';
import { useRichEditor } from '../product-editor/use-rich-editor.ts';
import { ConflictNotice } from '../sections/conflict-notice.tsx';
import { CheckBox, wasChecked } from '../sections/section-fields.tsx';
import type { SectionResult } from '../sections/section-form.ts';

/** The form of a page with own text. Use the id and version as its key. */
export function PageForm({
  page,
  result: refused,
}: {
  /** Null for a page that is not saved yet. */
  page: ShopPage | null;
  result: SectionResult | null;
}) {
  const busy = useNavigation().formData?.get('intent') === 'save';
  const { name = '', slug = '', text = '', html = '' } = page ?? {};
  const { form, field, formErrors } = useCheckedForm({
    id: 'page',
    fields: {
      name: { missing: 'A name is needed.' },
      slug: { invalid: NOT_A_SLUG },
      knownSlug: {},
      text: {},
      html: {},
    },
    lastResult: refused?.result,
    values: { name, slug, knownSlug: slug, text },
  });
  const blocker = useUnsavedGuard(form.ref);
  const current = refused?.current as ShopPage | undefined;
  return (
    <Form method="post" encType="multipart/form-data" {...form} className="grid gap-4">
      <LeaveDialog blocker={blocker} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={(current ?? page)?.version ?? 0} />
      <FormErrors errors={formErrors} />
      {current ? <ConflictNotice fields={fieldsOf(current)} /> : null}
      <Section title="What it says">
        <NameAndAddress field={field} isSaved={page !== null} />
        <PageText
          text={field('text')}
          html={field('html').initialValue ?? (field('text').initialValue === text ? html : '')}
          error={refused?.result?.error?.html?.[0] ?? null}
        />
      </Section>
      <Section title="Where it shows">
        <CheckBox
          name="inFooter"
          label="In the footer"
          checked={wasChecked(refused?.result, 'inFooter', page?.inFooter ?? true)}
        />
      </Section>
      <div>
        <Button look="accent" pending={busy}>
          {page ? 'Save' : 'Add page'}
        </Button>
      </div>
    </Form>
  );
}

function fieldsOf({ name, slug, text, inFooter }: ShopPage): [label: string, value: string][] {
  return [
    ['Name', name],
    ['Address', slug],
    ['Text', text],
    ['In the footer', inFooter ? 'yes' : 'no'],
  ];
}

/** The name, and the address that is made from it. */
function NameAndAddress({
  field,
  isSaved,
}: {
  field: FieldOf<'name' | 'slug' | 'knownSlug'>;
  isSaved: boolean;
}) {
  return (
    <>
      <TextField field={field('name')} label="Name" required maxLength={80} autoComplete="off" />
      <input type="hidden" name="knownSlug" defaultValue={field('knownSlug').initialValue} />
      <TextField
        field={field('slug')}
        label="Address"
        hint={
          isSaved
            ? 'After /pages/. Old addresses lead to the new one.'
            : 'After /pages/. Made from the name if you leave it empty.'
        }
        maxLength={LONGEST_SLUG}
        pattern={SLUG_PATTERN}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

/** The text, formatted once the editor is loaded. Before that and without script, it is plain. */
function PageText({
  text,
  html: saved,
  error,
}: {
  text: CheckedField;
  html: string;
  error: string | null;
}) {
  const Rich = useRichEditor();
  const [typed, setTyped] = useState<{ text: string; html: string } | null>(null);
  const shown = typed ?? { text: text.initialValue ?? '', html: saved };
  const box = useRef<HTMLDivElement>(null);
  // What was typed before the script ran.
  useEffect(() => {
    const area = document.getElementById(text.id);
    if (area instanceof HTMLTextAreaElement && area.value !== area.defaultValue)
      setTyped({ text: area.value, html: '' });
  }, [text.id]);
  if (!Rich) {
    return (
      <TextAreaField
        field={text}
        label="Text"
        rows={14}
        maxLength={LONGEST_PAGE}
        onChange={({ target }) => setTyped({ text: target.value, html: '' })}
        {...(saved ? { hint: 'A change here removes the formatting.' } : {})}
      />
    );
  }
  return (
    <div ref={box}>
      <span className="field-label">Text</span>
      <Rich
        label="Text"
        hasImages={false}
        {...shown}
        error={error ?? text.error}
        onChange={(nextText, html) => {
          setTyped({ text: nextText, html });
          // The editor handles pasting and its buttons itself, and the form has to know of them.
          box.current?.dispatchEvent(new Event('input', { bubbles: true }));
        }}
      />
      <input type="hidden" name="text" value={shown.text} />
      {shown.html ? <input type="hidden" name="html" value={shown.html} /> : null}
      {error || text.error ? (
        <p id="description-error" className="mt-1.5 text-sm font-medium text-danger">
          {error ?? text.error}
        </p>
      ) : null}
    </div>
  );
}
