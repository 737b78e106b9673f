/** A way to break the shop, and the tests that have to notice. */
export interface Sabotage {
  /** What the shop does wrong with it. */
  name: string;
  edits: Edit[];
  /** Test files; at least one test in them has to fail. */
  caughtBy: string[];
}

export interface Edit {
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
}

/** A file's text with the edit made; throws when it does not fit any more. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`${file} has ${parts.length - 1} places that read:\n${find}`);
  }
  return parts.join(replace);
}
