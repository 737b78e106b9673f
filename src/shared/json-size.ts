/**
 * Estimates how many values a JSON text has, without parsing it. A validator spends microseconds on
 * each value, and a body of two megabytes can hold 700,000.
 */

/** About the largest bulk edit: 5,000 variants with all their amounts, and 2,000 products with ten tags. */
const MAX_PARTS = 75_000;
const DEEPEST = 32;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/** Whether a JSON text has more values, or is nested more deeply, than any call accepts. */
export function isTooMuchJson(text: string): boolean {
  let parts = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === COMMA) {
      parts += 1;
    } else if (code === 0x5b || code === 0x7b) {
      parts += 1;
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
    if (parts > MAX_PARTS) return true;
  }
  return false;
}

/** The end of the string that begins at this position. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
