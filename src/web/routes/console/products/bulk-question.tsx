import ChevronDown from 'lucide-react/icons/chevron-down';
import { Form, useLocation, useNavigation } from 'react-router';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { listParams } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { TableResult } from './change-products.ts';
import { joinIds, SELECTED } from './selected-ids.ts';

type Asked = NonNullable<TableResult['question']>;

/** Asks before a bulk edit: in a dialog, or on the page without script. */
export function BulkQuestion({ question }: { question: Asked | undefined }) {
  const { search } = useLocation();
  const isBusy = useNavigation().formData?.get('intent') === 'edit';
  const { shown, isOpen, close } = useReturnedQuestion(question);
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title={shown.title}
      text={shown.text}
      keepLink={`?${listParams(search)}`}
      onKeep={close}
      look="plain"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="edit" />
        {Object.entries({ ...shown.change, ...shown.shown }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {shown.ids === null ? (
          <input type="hidden" name="all" value="yes" />
        ) : (
          <input type="hidden" name={SELECTED} value={joinIds(shown.ids)} />
        )}
        <Button look="solid" pending={isBusy}>
          Yes, change them
        </Button>
      </Form>
      <AllProducts listed={shown.listed} products={shown.products} />
    </Question>
  );
}

/** Every product of the question. It is after the buttons, so that those have the focus first. */
function AllProducts({ listed, products }: Pick<Asked, 'listed' | 'products'>) {
  return (
    <details className="order-last basis-full text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold lg:min-h-9">
        {listed.length < products
          ? `The first ${withThousands(listed.length)} of ${counted(products, 'product')}`
          : counted(products, 'product')}
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the list */}
      <ul tabIndex={0} aria-label="Products" className="max-h-64 overflow-y-auto">
        {listed.map(({ name, before, after }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            key={index}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {before === null ? null : (
              <span className="text-ink-soft tabular-nums">
                {before} → <span className="font-semibold text-ink">{after}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
