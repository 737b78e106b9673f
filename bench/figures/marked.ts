const START = '<!-- bench -->';
const END = '<!-- /bench -->';

/** Replaces the text between the two marks of a page, which must have each mark once. */
export function replaceMarked(page: string, text: string): string {
  const [before, rest, ...moreStarts] = page.split(START);
  const [, after, ...moreEnds] = rest?.split(END) ?? [];
  if (after === undefined || moreStarts.length > 0 || moreEnds.length > 0) {
    throw new Error(`The page needs ${START} and ${END}, once and in this order.`);
  }
  return `${before}${START}\n\n${text.trim()}\n\n${END}${after}`;
}
