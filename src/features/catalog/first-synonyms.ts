/**
 * The synonyms of a new shop: words for the same clothes in different countries, without which a
 * search would find nothing, or correct 'sneaker' to 'speaker'. Folded, as searches are. An open
 * shop's are in the console, under Synonyms.
 */
export const FIRST_SYNONYMS: readonly (readonly string[])[] = [
  ['trainer', 'sneaker'],
  ['jumper', 'sweater', 'pullover'],
  ['trousers', 'pants'],
  ['tee', 't shirt'],
  ['swimsuit', 'swimwear'],
  ['raincoat', 'rain jacket'],
  ['headphones', 'earphones'],
];
