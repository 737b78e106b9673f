import { Form, useNavigation } from 'react-router';
import {
  type ProductStatus,
  productStatusLabels,
} from '#features/product-management/product-status.schema.ts';
import type { TagView } from '#features/product-management/product-tags.schema.ts';
import { countedUpTo } from '#shared/counted.ts';
import { LONGEST_PRODUCT_TAG, MOST_OF_TAG } from '#shared/tags.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../../components/console/console-heading.tsx';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { ValueInput } from '../../../components/console/value-input.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { TagResult } from './change-tags.ts';
import { usesInWords } from './tag-words.ts';

/** One tag: its products, what else names it, and the forms that change it on all products. */
export function TagPanel({ view, result }: { view: TagView; result: TagResult | undefined }) {
  const { tag, products, statuses, uses } = view;
  return (
    <>
      <ConsoleHeading
        title={tag}
        about={`A tag of ${countedUpTo(products, MOST_OF_TAG, 'product')}`}
      >
        <ButtonLink to="/admin/tags" className={DENSE_BUTTON}>
          All tags
        </ButtonLink>
      </ConsoleHeading>
      {result?.message ? (
        <Notice tone="danger" className="mb-4">
          {result.message}
        </Notice>
      ) : null}
      <TagQuestion question={result?.question} tag={tag} />
      <div className="max-w-3xl space-y-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-1" aria-label="Products by status">
          {(Object.keys(productStatusLabels) as ProductStatus[])
            .filter((status) => statuses[status])
            .map((status) => (
              <li key={status}>
                <Link
                  to={`/admin/products?${new URLSearchParams({ tag, status })}`}
                  className="link py-2"
                >
                  {productStatusLabels[status]}: {withThousands(statuses[status] ?? 0)}
                </Link>
              </li>
            ))}
        </ul>
        {products > MOST_OF_TAG ? (
          <Link to={`/admin/products?${new URLSearchParams({ tag })}`} className="link py-2">
            Show its products
          </Link>
        ) : null}
        {usesInWords(uses).map((text) => (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ))}
        <RenameForm tag={tag} />
        <Form
          method="post"
          preventScrollReset
          className="flex flex-wrap items-center gap-3 border-t border-line pt-4"
        >
          <input type="hidden" name="intent" value="ask" />
          <input type="hidden" name="tag" value={tag} />
          <Button name="remove" value="yes" className={DENSE_BUTTON}>
            Remove from all products
          </Button>
          <p className="text-sm text-ink-soft">The products stay, with their other tags.</p>
        </Form>
      </div>
    </>
  );
}

function RenameForm({ tag }: { tag: string }) {
  return (
    <Form method="post" preventScrollReset aria-label="Rename the tag">
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="tag" value={tag} />
      <label htmlFor="new-name" className={DENSE_LABEL}>
        New name
      </label>
      <div className="flex flex-wrap gap-2">
        <div className="w-full grow sm:w-auto">
          <ValueInput
            kind="tag"
            id="new-name"
            name="to"
            defaultValue={tag}
            required
            maxLength={LONGEST_PRODUCT_TAG}
            aria-describedby="new-name-hint"
            className={DENSE_CONTROL}
          />
        </div>
        <Button look="accent" className={DENSE_BUTTON}>
          Rename
        </Button>
      </div>
      <p id="new-name-hint" className="mt-1 text-sm text-ink-soft">
        The name of another tag merges the two. Nothing changes before you are asked.
      </p>
    </Form>
  );
}

/** Asks before a change of the tag: in a dialog, or on the page without script. */
function TagQuestion({ question, tag }: { question: TagResult['question']; tag: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'edit';
  const { shown, isOpen, close } = useReturnedQuestion(question);
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title={shown.title}
      text={shown.text}
      keepLink={`?${new URLSearchParams({ tag })}`}
      onKeep={close}
      look="plain"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="edit" />
        {Object.entries(shown.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="solid" pending={isBusy}>
          Yes, change them
        </Button>
      </Form>
    </Question>
  );
}
