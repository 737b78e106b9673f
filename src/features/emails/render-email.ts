/** The layout of all emails as HTML and text, both from the same blocks. */
import type { ShopConfig } from '#shared/shop-config.ts';
import { type Html, html } from './html.ts';

/** A part of an email. */
export type Block =
  | { kind: 'text'; text: string }
  /** The reader's next step. */
  | { kind: 'action'; label: string; url: string }
  /** The order lines, with sums below. The total is bold. */
  | {
      kind: 'items';
      items: EmailItem[];
      sums: { label: string; amount: string; isTotal?: boolean }[];
    }
  | { kind: 'list'; items: string[] }
  /** What somebody wrote, with its line breaks. */
  | { kind: 'quote'; text: string };

export interface EmailItem {
  name: string;
  /** Size, color, quantity. */
  detail: string;
  amount: string;
}

/** A filled template. */
export interface EmailTemplate {
  subject: string;
  heading: string;
  blocks: Block[];
}

export function renderEmail(
  shop: ShopConfig,
  baseUrl: string,
  body: EmailTemplate,
): { text: string; html: string } {
  return { text: renderText(shop, baseUrl, body), html: renderHtml(shop, baseUrl, body) };
}

function renderText(shop: ShopConfig, baseUrl: string, { heading, blocks }: EmailTemplate): string {
  const { brand, contact } = shop;
  const foot = [brand, ...contact.address, contact.phone, contact.email, baseUrl].join('\n');
  return `${[heading, ...blocks.map(blockAsText), `-- \n${foot}`].join('\n\n')}\n`;
}

function blockAsText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'action':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return block.text.replace(/^/gm, '> ');
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'items': {
      const items = block.items.map(({ name, detail, amount }) => `${name}, ${detail}: ${amount}`);
      const sums = block.sums.map(({ label, amount }) => `${label}: ${amount}`);
      return [...items, '', ...sums].join('\n');
    }
  }
}

// Email programs support tables and inline styles. Those with style sheets also get dark colors.
const font = "font-family: 'Segoe UI', Helvetica, Arial, sans-serif";

function renderHtml(shop: ShopConfig, baseUrl: string, { heading, blocks }: EmailTemplate): string {
  const { brand, contact } = shop;
  const foot = [...contact.address, contact.phone].join(' · ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #161310 !important; }
  .surface { background: #1e1a16 !important; }
  .ink { color: #f4ede2 !important; }
  .soft { color: #bdb1a1 !important; }
  .line { border-color: #3a332a !important; }
  .action { background: #f28a6b !important; color: #1f0d06 !important; }
}
</style>
</head>
<body class="ground" style="margin: 0; background: #faf7f1; ${font}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background: #faf7f1">
<tr><td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px">
<tr><td style="padding: 0 0 16px"><a class="ink" href="${baseUrl}" style="color: #211b15; font-size: 20px; font-weight: 600; text-decoration: none">${brand}</a></td></tr>
<tr><td class="surface line" style="background: #fffdf9; border: 1px solid #e0d8ca; border-radius: 12px; padding: 28px 24px">
<h1 class="ink" style="margin: 0 0 16px; color: #211b15; font-size: 24px; line-height: 1.25">${heading}</h1>
${blocks.map(blockAsHtml)}
</td></tr>
<tr><td class="soft" style="padding: 20px 0; color: #62584c; font-size: 13px; line-height: 1.6">${foot}<br><a class="soft" href="mailto:${contact.email}" style="color: #62584c">${contact.email}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.source;
}

function blockAsHtml(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" style="margin: 0 0 16px; color: #211b15; font-size: 16px; line-height: 1.5">${block.text}</p>
`;
    case 'action':
      return html`<p style="margin: 24px 0"><a class="action" href="${block.url}" style="display: inline-block; background: #ae3519; color: #fffaf5; border-radius: 8px; padding: 12px 22px; font-size: 16px; font-weight: 600; text-decoration: none">${block.label}</a></p>
<p class="soft" style="margin: 0 0 16px; color: #62584c; font-size: 13px; line-height: 1.5; word-break: break-all">${block.url}</p>
`;
    case 'quote':
      return html`<blockquote class="ink line" style="margin: 0 0 16px; border-left: 3px solid #e0d8ca; padding: 4px 0 4px 16px; color: #211b15; font-size: 16px; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere">${block.text}</blockquote>
`;
    case 'list':
      return html`<ul class="ink" style="margin: 0 0 16px; padding: 0 0 0 20px; color: #211b15; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere">
${block.items.map((item) => html`<li>${item}</li>\n`)}</ul>
`;
    case 'items':
      return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin: 0 0 16px; border-collapse: collapse; font-size: 15px; line-height: 1.4">
${block.items.map(
  ({ name, detail, amount }) => html`<tr>
<td class="ink line" style="border-bottom: 1px solid #e0d8ca; padding: 10px 12px 10px 0; color: #211b15">${name}<br><span class="soft" style="color: #62584c; font-size: 13px">${detail}</span></td>
<td class="ink line" align="right" valign="top" style="border-bottom: 1px solid #e0d8ca; padding: 10px 0; color: #211b15; white-space: nowrap">${amount}</td>
</tr>
`,
)}${block.sums.map(({ label, amount, isTotal = false }, index) => {
  const padding = index === 0 ? 12 : 4;
  const weight = isTotal ? 600 : 400;
  return html`<tr>
<td class="ink" style="padding: ${padding}px 12px 4px 0; color: #211b15; font-weight: ${weight}">${label}</td>
<td class="ink" align="right" style="padding: ${padding}px 0 4px; color: #211b15; font-weight: ${weight}; white-space: nowrap">${amount}</td>
</tr>
`;
})}</table>
`;
  }
}
