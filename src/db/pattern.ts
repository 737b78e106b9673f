/** A `like` pattern that finds a text anywhere. Escapes wildcards in the text. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** A `like` pattern that finds a text at the start. Escapes wildcards in the text. */
export function startingWith(text: string): string {
  return `${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
