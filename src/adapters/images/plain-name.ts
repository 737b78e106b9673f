const PLAIN = /^[\w-]+\.[a-z]+$/;

/** True for a valid file name of an image: no path, nothing hidden, one dot. */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

/** Throws for a name that is not certainly that of an image file. */
export function requirePlainName(name: string): void {
  if (!isPlainName(name)) throw new Error(`${name} is no name for a file.`);
}
