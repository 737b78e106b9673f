import { type ComponentProps, useId, useState } from 'react';
import { joinTags, lastTagAt, splitTags } from '#shared/tags.ts';
import { SameValue } from './same-value.tsx';
import { useValuesInUse } from './use-values-in-use.ts';

type TagsInputProps = ComponentProps<'input'> & {
  /** The tags in use. */
  tags: string[];
};

/**
 * A field for the tags of a product, which asks the shop for those that begin with what is typed.
 */
export function ProductTagsInput({
  tags,
  onUse,
  ...field
}: Partial<TagsInputProps> & {
  /** Called with all tags, of which the last has the capitals and spaces in use, if staff want it. */
  onUse?: (text: string) => void;
}) {
  const { values, ask } = useValuesInUse('tag', tags);
  const typed = String(field.value ?? '');
  const last = lastTag(typed);
  const use = (tag: string) => {
    const before = splitTags(typed.slice(0, lastTagAt(typed)));
    onUse?.(joinTags([...before.filter((one) => one !== tag), tag]));
  };
  return (
    <>
      <TagsInput {...field} tags={values} onStart={ask} />
      {onUse ? <SameValue typed={last} values={values} onUse={use} /> : null}
    </>
  );
}

/**
 * A field for several tags with commas between them, which offers those in use. A browser compares
 * what it offers with all that is typed, so the tags before the last comma are repeated in each.
 */
export function TagsInput({
  tags,
  onStart,
  onChange,
  ...field
}: TagsInputProps & {
  /** Called with the beginning of the tag that is typed. */
  onStart?: (text: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const before = splitTags(typed.slice(0, lastTagAt(typed)));
  const offered = tags.filter((tag) => !before.includes(tag));
  const note = (text: string) => {
    setTyped(text);
    onStart?.(lastTag(text));
  };
  return (
    <>
      <input
        {...field}
        list={id}
        onFocus={({ target }) => note(target.value)}
        onChange={(event) => {
          note(event.target.value);
          onChange?.(event);
        }}
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

/** The last tag as it is typed, without the quotes around it. */
const lastTag = (text: string) => splitTags(text.slice(lastTagAt(text)))[0] ?? '';
