/** Shows a change of a text, also of a long one with formatting, in about a hundred characters. */
import { htmlToText } from '#shared/html-text.ts';
import { LONGEST_VALUE, shortened } from '#shared/shortened.ts';

/** How much of what is the same stands before the first difference. */
const LEAD = 30;
const EMPTY = 'nothing';

type BeforeAndAfter = [before: string, after: string];

/** The part of both texts around their first difference. Short texts are whole. */
export function textChange(before: string, after: string): BeforeAndAfter {
  const isShort = before.length <= LONGEST_VALUE && after.length <= LONGEST_VALUE;
  const from = isShort ? 0 : beginning(before, differenceAt(before, after) - LEAD);
  return [partFrom(before, from), partFrom(after, from)];
}

/**
 * The part of two formatted texts around their first difference, without tags. Where only tags
 * differ, it is the text that these belong to.
 */
export function htmlChange(before: string, after: string): BeforeAndAfter {
  const [old, now] = [htmlToText(before), htmlToText(after)];
  if (old !== now) {
    const [was, is] = textChange(old, now);
    return [was, `changed: ${is}`];
  }
  // Only tags differ. Which text they belong to is found by what stands before them.
  const same = after.slice(0, differenceAt(before, after)).replace(/<[^>]*$/, '');
  const around = partFrom(now, beginning(now, htmlToText(same).length - LEAD));
  return [around, `changed: ${around}`];
}

function differenceAt(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}

/** The beginning of a word at about this place, so that no word or emoji is cut. */
function beginning(text: string, at: number): number {
  if (at <= 0) return 0;
  const word = text.slice(0, at).search(/\s\S*$/) + 1;
  if (at - word <= LEAD) return word;
  const isHalf = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  return isHalf ? at - 1 : at;
}

function partFrom(text: string, from: number): string {
  const rest = text.slice(from);
  if (rest === '') return from > 0 ? '…' : EMPTY;
  return `${from > 0 ? '…' : ''}${shortened(rest)}`;
}
