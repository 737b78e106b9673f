/** A `like` pattern that finds a text anywhere. Escapes wildcards in the text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
