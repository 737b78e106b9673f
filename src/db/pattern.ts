/** The pattern of `like` that finds a text anywhere; what it has of wildcards is meant literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
