/** The name for a greeting; null for one that could be read as a message or a link. */
export function plainName(name: string): string | null {
  return /^[\p{L}\p{M}\p{N} '’-]{1,60}$/u.test(name) ? name : null;
}

/**
 * A place of an address; null for one that could be read as a link or as a message on several
 * lines.
 */
export function plainPlace(place: string): string | null {
  const isPlain = /^[\p{L}\p{M}\p{N} .,'’()/-]{1,60}$/u.test(place);
  return isPlain && !/\.\S|\/\//u.test(place) ? place : null;
}

/** The lines of an address; null when one of them could be read as a link or a message. */
export function plainLines(lines: string[]): string[] | null {
  const isPlain = (line: string) =>
    /^[\p{L}\p{M}\p{N} .,;&+#'’()/〒–-]{1,120}$/u.test(line) && !/\.\S|\/\//u.test(line);
  return lines.every(isPlain) ? lines : null;
}
