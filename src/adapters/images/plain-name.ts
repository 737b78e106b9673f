const PLAIN = /^[\w-]+\.[a-z]+$/;

/** True for what a file of an image may be called: no path, nothing hidden, one dot. */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

/** Throws for a name that could reach anything else than a file of an image. */
export function requirePlainName(name: string): void {
  if (!isPlainName(name)) throw new Error(`${name} is no name for a file.`);
}
