/** Reads texts that forms post, as they are stored: browsers end their lines with CRLF. */

/** A posted text; empty if there is none. */
export function postedText(posted: FormData, name: string): string {
  return withPlainLines(posted.get(name) ?? '');
}

export function withPlainLines(value: FormDataEntryValue): string {
  return String(value).replaceAll('\r\n', '\n');
}

/**
 * A posted text that may be formatted. `html` is there once somebody has typed into the editor of
 * formatted text.
 */
export function postedFormattedText(posted: FormData): { html: string } | { text: string } {
  return posted.has('html')
    ? { html: postedText(posted, 'html') }
    : { text: postedText(posted, 'text') };
}
