/** Something that the command palette finds. */
export interface Found {
  label: string;
  /** What distinguishes it from others with the same label. */
  about?: string;
  /** The address that it opens. */
  to: string;
}

export interface FoundGroup {
  title: string;
  items: Found[];
}

/** The response of the address `/admin/search`. */
export interface SearchResult {
  ok: true;
  /** The text that was searched. */
  text: string;
  groups: FoundGroup[];
}
