import { escapeHtml } from '#shared/escape-html.ts';

/** Plain text as HTML that looks the same: an empty line begins a paragraph. */
export function textToParagraphs(text: string): string {
  if (text === '') return '';
  const paragraphs = text.split(/\n{2,}/);
  return paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`).join('');
}
