/** Plain text as HTML for files of other shops, and their HTML as plain text. */
import { escapeHtml } from './escape-html.ts';

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
};

/** Removes tags and preserves paragraphs and line breaks. */
export function htmlToText(html: string): string {
  const lines = /<\s*(br|\/p|\/li|\/div|\/h\d|\/tr|\/blockquote|\/caption)\b[^>]*>/gi;
  const broken = replaceTags(html, lines, '\n');
  const spaced = replaceTags(broken, /<\s*\/t[dh]\b[^>]*>/gi, ' ');
  const text = replaceTags(spaced, /<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text.replace(/&(?:(amp|lt|gt|quot)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, readEntity);
}

/**
 * Searches only up to the last `>`. A tag that is not closed would be searched to the end of the
 * text, each time again.
 */
function replaceTags(html: string, tags: RegExp, by: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replace(tags, by) + html.slice(end);
}

/** Whether HTML has no tags except line breaks, so that its plain text has everything. */
export const isPlainHtml = (html: string): boolean => !/<(?!br\s*\/?>)/i.test(html);

/**
 * HTML that `htmlToText` turns into exactly this text. Characters that it would change are written
 * as numbers.
 */
export function textToHtml(text: string): string {
  return escapeHtml(text)
    .replace(/^\s+|(?<!\s)\s+$|[\t\r]| (?=[ \n])|(?<=[ \n]) |(?<=\n\n)\n+|[^\S \n]/g, asNumbers)
    .replaceAll('\n', '<br>');
}

function asNumbers(text: string): string {
  return Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('');
}

function readEntity(entity: string, name?: string, decimal?: string, hex?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  // PostgreSQL can't store a NUL, and half of a surrogate pair is no character.
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}
