/** Words that a product has to have, and the categories whose names they are. */
export interface TextQuery {
  words: {
    word: string;
    categoryIds: string[];
    /** Synonyms of this word. Each is one word or two. */
    synonyms: string[];
    /** Synonyms of this word and the next one together. */
    synonymsWithNext: string[];
  }[];
  /** Whether more products may have all of the words than are read for one search. */
  isFrequent: boolean;
}
