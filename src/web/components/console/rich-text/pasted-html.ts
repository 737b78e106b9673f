/** What pasted HTML becomes before the editor reads it. */
import { renditionsOf } from '#shared/renditions.ts';

/** A tag of an image, with any text in the quotes of its attributes. */
const IMAGE = /<img\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

/** Pasted headings of levels that a text does not have get the nearest one. The page's own is 1. */
export function withKnownHeadings(html: string): string {
  return html.replace(/<(\/?)h1(?=[\s>])/gi, '<$1h2').replace(/<(\/?)h[56](?=[\s>])/gi, '<$1h4');
}

/** The addresses of the images in HTML. */
export function imagesIn(html: string): string[] {
  return (html.match(IMAGE) ?? []).map(sourceOf);
}

/** Leaves out images that the shop would not store, and tells how many those are. */
export function withoutImages(
  html: string,
  isStored: (src: string) => boolean,
): { html: string; leftOut: number } {
  let leftOut = 0;
  const kept = html.replace(IMAGE, (tag) => {
    if (isStored(sourceOf(tag))) return tag;
    leftOut += 1;
    return '';
  });
  return { html: kept, leftOut };
}

/** Whether the shop at `origin` stores a text with this image: one of its own, or of these hosts. */
export function isShopImage(src: string, hosts: string[], origin: string): boolean {
  if (!URL.canParse(src, origin)) return false;
  const { protocol, host, hostname, pathname, href } = new URL(src, origin);
  if (host === new URL(origin).host) return renditionsOf(pathname) !== null;
  return renditionsOf(href) !== null || (protocol === 'https:' && hosts.includes(hostname));
}

function sourceOf(tag: string): string {
  const [, double, single, bare] =
    /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(tag) ?? [];
  return (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
}
