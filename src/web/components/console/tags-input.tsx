import { type ComponentProps, useId, useState } from 'react';
import { joinTags, splitTags } from '#shared/tags.ts';

/**
 * A field for several tags with commas between them, which offers those in use. A browser compares
 * what it offers with all that is typed, so the tags before the last comma are repeated in each.
 */
export function TagsInput({
  tags,
  ...field
}: ComponentProps<'input'> & {
  /** The tags in use. */
  tags: string[];
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const before = splitTags(typed.slice(0, typed.lastIndexOf(',') + 1));
  const offered = tags.filter((tag) => !before.includes(tag));
  return (
    <>
      <input
        {...field}
        list={id}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <datalist id={id}>
        {offered.map((tag) => (
          <option key={tag} value={joinTags([...before, tag])} />
        ))}
      </datalist>
    </>
  );
}
