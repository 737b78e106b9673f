/** The classes of the editor of formatted text and of the plain text area in its place. */
export const FRAME = 'rounded-control border border-line-strong bg-surface';
export const TOOLBAR = 'border-b border-line p-1';
export const TOOLS = 'flex flex-wrap items-center gap-0.5';
export const TEXT = 'rich-text max-h-[32rem] min-h-40 px-3 py-2 whitespace-pre-wrap';
export const PLAIN_TEXT = `${TEXT} field-sizing-content block w-full rounded-control bg-transparent`;
