import {
  LONGEST_PAGE,
  PAGE_TOO_LONG,
  pageStatusLabels,
  type ShopPage,
} from '#features/shop-pages/shop-pages.schema.ts';
import { shortened } from '#shared/shortened.ts';
import { EditorForm } from '../../../components/console/editor/editor-form.tsx';
import { editorKinds } from '../../../components/console/editor/editor-kinds.ts';
import type {
  PartsInWords,
  RefusedForm,
} from '../../../components/console/editor/editor-result.ts';
import {
  NameAndAddress,
  nameAndAddressWords,
} from '../../../components/console/editor/name-and-address.tsx';
import { wasChecked } from '../../../components/console/editor/was-checked.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { controlProps, Labelled } from '../../../ui/field.tsx';
import { type CheckedField, useCheckedForm } from '../../../ui/use-checked-form.ts';
import { PageText, usePageText } from './page-text.tsx';

/** The form of a page with own text. Use the id and version as its key. */
export function PageForm({
  page,
  refused,
}: {
  /** Null for a page that is not saved yet. */
  page: ShopPage | null;
  refused: RefusedForm | null;
}) {
  const { name = '', slug = '', text = '', html = '', status = 'published' } = page ?? {};
  const { form, field, formErrors } = useCheckedForm({
    id: 'page',
    fields: { ...nameAndAddressWords, text: {}, html: {}, status: {} },
    lastResult: refused?.result,
    values: { name, slug, knownSlug: slug, text, status },
  });
  const sentText = field('text').initialValue ?? '';
  const typed = usePageText({
    text: sentText,
    html: field('html').initialValue ?? (sentText === text ? html : ''),
  });
  const isTooLong = (typed.shown.html || typed.shown.text).length > LONGEST_PAGE;
  const tooLong = isTooLong ? PAGE_TOO_LONG : null;
  const current = refused?.current as ShopPage | undefined;
  return (
    <EditorForm
      form={{ ...form, encType: 'multipart/form-data' }}
      version={page?.version ?? 0}
      refused={refused}
      errors={formErrors}
      conflict={current ? partsOf(current, page) : null}
      button={page ? 'Save' : 'Add page'}
      // The server would refuse the whole form for such a field.
      isFit={!isTooLong}
      beside={<PreviewButton page={page} />}
    >
      <Panel title="What it says">
        <NameAndAddress field={field} kind={editorKinds.page} saved={page} />
        <PageText
          field={field('text')}
          error={tooLong ?? field('html').error ?? field('text').error}
          typed={typed}
        />
      </Panel>
      <Panel title="Where it shows">
        <StatusField field={field('status')} />
        <CheckBox
          name="inFooter"
          label="In the footer"
          defaultChecked={wasChecked(refused?.result, 'inFooter', page?.inFooter ?? true)}
        />
      </Panel>
    </EditorForm>
  );
}

/** Opens the page with what is typed in another tab, as customers would see it. */
function PreviewButton({ page }: { page: ShopPage | null }) {
  const of = page ? `?${new URLSearchParams({ of: page.id })}` : '';
  return (
    <Button formAction={`/pages/preview${of}`} formTarget="_blank">
      Preview
    </Button>
  );
}

function StatusField({ field }: { field: CheckedField }) {
  const about = {
    field,
    label: 'Status',
    hint: 'Customers don’t see a draft: its address does not work yet, and nothing links to it.',
  };
  return (
    <Labelled {...about}>
      <select {...controlProps(about)}>
        {Object.entries(pageStatusLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** The parts of a page that somebody else saved. `known` is the page that this editor began with. */
function partsOf(
  { name, slug, text, html, status, inFooter }: ShopPage,
  known: ShopPage | null,
): PartsInWords {
  const isFormattingAlone = known !== null && known.text === text && known.html !== html;
  return [
    ['Name', name],
    ['Address', slug],
    ['Text', shortened(text)],
    ...(isFormattingAlone ? ([['Formatting', 'changed']] as PartsInWords) : []),
    ['Status', pageStatusLabels[status]],
    ['In the footer', inFooter ? 'yes' : 'no'],
  ];
}
