/** What pasted HTML becomes before the editor reads it. */
import { renditionsOf } from '#shared/renditions.ts';

/** Where the images of a text may be: at these addresses, and at the shop's own. */
export interface ImagePlaces {
  /** The hosts whose images the shop shows. */
  imageHosts: string[];
  /** The beginning of the addresses of uploads. */
  uploadsAt: string;
}

/** Pasted headings of levels that a text does not have get the nearest one. The page's own is 1. */
export function withKnownHeadings(html: string): string {
  return html.replace(/<(\/?)h1(?=[\s>])/gi, '<$1h2').replace(/<(\/?)h[56](?=[\s>])/gi, '<$1h4');
}

/** The addresses of the images in HTML. Needs a browser. */
export function imagesIn(html: string): string[] {
  return [...imagesOf(parse(html))].map(sourceOf);
}

/** Leaves out images that the shop would not store, and tells how many those are. Needs a browser. */
export function withoutImages(
  html: string,
  isStored: (src: string) => boolean,
): { html: string; leftOut: number } {
  const { body } = parse(html);
  const leftOut = [...imagesOf(body)].filter((image) => !isStored(sourceOf(image)));
  // HTML that stays whole is not written anew: a browser drops cells that have no table.
  if (leftOut.length === 0) return { html, leftOut: 0 };
  for (const image of leftOut) image.remove();
  return { html: body.innerHTML, leftOut: leftOut.length };
}

/** Whether the shop at `origin` stores a text with this image: one of its own, or of these hosts. */
export function isShopImage(src: string, places: ImagePlaces, origin: string): boolean {
  if (!URL.canParse(src, origin)) return false;
  const { protocol, host, hostname, pathname, href } = new URL(src, origin);
  if (host === new URL(origin).host) return renditionsOf(pathname) !== null;
  if (href.startsWith(places.uploadsAt)) return renditionsOf(href) !== null;
  return protocol === 'https:' && places.imageHosts.includes(hostname);
}

/** Parses as browsers do, without running or loading anything. */
function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

function imagesOf(part: ParentNode): Iterable<HTMLImageElement> {
  return part.querySelectorAll('img');
}

function sourceOf(image: HTMLImageElement): string {
  return image.getAttribute('src')?.trim() ?? '';
}
