import { escapeHtml } from '#shared/escape-html.ts';

/** How a value is escaped at a place of a page, exactly as rendering escapes it there. */
export type EscapeContext = keyof typeof escapes;

export const escapes = {
  /** Between tags and in attributes, as React escapes. */
  html: escapeHtml,
  /** In a string of the router's data, which is JSON. */
  data: (text: string) => inJson(text),
  /** In a string of the router's data inside a script of a page. */
  script: (text: string) =>
    inJson(inJson(text)).replace(/[&<>\u2028\u2029]/g, (sign) => unicode[sign] ?? sign),
};

/** Maps each spelling of the `<` of a placeholder to the way of escaping that produced it. */
export const lessThan: Record<string, EscapeContext> = {
  '&lt;': 'html',
  '<': 'data',
  '\\u003c': 'script',
};

const unicode: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
