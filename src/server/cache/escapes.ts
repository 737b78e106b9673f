import { escapeHtml } from '#shared/escape-html.ts';

/** How a text is written at a place of a page, exactly as rendering writes it there. */
export type Way = keyof typeof escapes;

export const escapes = {
  /** Between tags and in attributes, as React does it. */
  html: escapeHtml,
  /** In a string of the router's data, which is JSON. */
  data: (text: string) => inJson(text),
  /** In the same, inside a string of a script inside a page. */
  script: (text: string) =>
    inJson(inJson(text)).replace(/[&<>\u2028\u2029]/g, (sign) => unicode[sign] ?? sign),
};

/** How each way writes the `<` of a placeholder. */
export const lessThan: Record<string, Way> = { '&lt;': 'html', '<': 'data', '\\u003c': 'script' };

const unicode: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
