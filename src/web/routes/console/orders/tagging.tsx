import { useState } from 'react';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { TagsInput } from '../../../components/console/tags-input.tsx';
import { Button } from '../../../ui/button.tsx';
import type { KeptForm } from './change-orders.ts';

/** Adds tags to the selected orders and removes others, after a question. */
export function Tagging({ kept, tags }: { kept: KeptForm | undefined; tags: string[] }) {
  // Only the first value counts: afterwards staff fold and unfold it.
  const [isOpen] = useState(Boolean(kept?.add || kept?.remove));
  return (
    <details open={isOpen} className="unfolds-wide">
      <summary className="min-h-11 px-2 py-3 text-sm font-semibold">Tags</summary>
      <div className="flex flex-wrap gap-1">
        <TagsInput
          name="add"
          defaultValue={kept?.add}
          tags={tags}
          aria-label="Tags to add, with commas between them"
          placeholder="Add tags"
          className={`w-32! ${DENSE_CONTROL}`}
        />
        <TagsInput
          name="remove"
          defaultValue={kept?.remove}
          tags={tags}
          aria-label="Tags to remove, with commas between them"
          placeholder="Remove tags"
          className={`w-32! ${DENSE_CONTROL}`}
        />
        <Button name="intent" value="ask-tags" className={`px-3 ${DENSE_BUTTON}`}>
          Change tags
        </Button>
      </div>
    </details>
  );
}
