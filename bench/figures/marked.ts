/** Replaces the text between the two marks of a page, which must have each mark once. */
export function replaceMarked(page: string, text: string, name = 'bench'): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest, ...moreStarts] = page.split(start);
  const [, after, ...moreEnds] = rest?.split(end) ?? [];
  if (after === undefined || moreStarts.length > 0 || moreEnds.length > 0) {
    throw new Error(`The page needs ${start} and ${end}, once and in this order.`);
  }
  return `${before}${start}\n\n${text.trim()}\n\n${end}${after}`;
}
