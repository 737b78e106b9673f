import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { joinTags } from '#shared/tags.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { TAG } from '../../../components/console/tag-labels.tsx';
import { TagsInput } from '../../../components/console/tags-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { keptText, useOrderForm } from './order-forms.tsx';

/** The tags of an order, each with a link to the orders that have it, and a form to change them. */
export function TagForm({
  order,
  tagsInUse,
  requestKey,
}: {
  order: OrderView;
  tagsInUse: string[];
  requestKey: string;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'tags';
  const { key, kept } = useOrderForm('tags');
  const { version } = order;
  const tags = order.tags ?? [];
  return (
    <section aria-labelledby="tags" className="text-sm">
      <h2 id="tags" className="mb-2 font-sans text-base font-semibold">
        Tags
      </h2>
      {tags.length > 0 ? (
        <ul aria-labelledby="tags" className="mb-3 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Link
                to={`/admin/orders?${new URLSearchParams({ tag })}`}
                className={`block py-1 wrap-anywhere hover:border-ink hover:bg-tint ${TAG}`}
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {/* What is typed stays when anything else of the order has changed. */}
      <Form key={`${key} ${joinTags(tags)}`} method="post" preventScrollReset className="space-y-3">
        <input type="hidden" name="key" value={requestKey} />
        <input type="hidden" name="version" value={version} />
        <div>
          <label htmlFor="order-tags" className={DENSE_LABEL}>
            Tags, with commas between them (only staff see them)
          </label>
          <TagsInput
            id="order-tags"
            name="tags"
            defaultValue={keptText(kept, 'tags', joinTags(tags))}
            tags={tagsInUse}
            className={DENSE_CONTROL}
          />
        </div>
        <Button name="intent" value="tags" pending={isBusy} className={DENSE_BUTTON}>
          Save tags
        </Button>
      </Form>
    </section>
  );
}
