import { joinTags } from '#shared/tags.ts';

/** How many tags a row shows. */
const SHOWN = 3;

/** The first tags of a row as small labels. */
export function TagLabels({ tags }: { tags: string[] }) {
  const more = tags.length - SHOWN;
  return (
    <span className="flex max-w-64 items-center gap-1 overflow-hidden" title={joinTags(tags)}>
      {tags.slice(0, SHOWN).map((tag) => (
        // The first one can be read, if need be instead of the others.
        <span key={tag} className={`min-w-6 truncate first:max-w-full first:shrink-0 ${TAG}`}>
          {tag}
        </span>
      ))}
      {more > 0 ? <span className="shrink-0 text-xs">+{more}</span> : null}
    </span>
  );
}

/** The look of a tag. */
export const TAG = 'rounded-control border border-line px-1.5 text-xs leading-5';
