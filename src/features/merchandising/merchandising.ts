/**
 * Owns what staff do with categories and collections, the sections of the shop, and with the
 * synonyms, pinned products and boosts of searches. `catalog/` reads them for customers. Promises:
 * a change shows in every process at its next request; an address that a section had redirects to
 * it for good.
 */
export { editBoosts } from './boosts.ts';
export {
  addCategory,
  editCategory,
  getCategory,
  listCategories,
  moveProducts,
  removeCategory,
  reorderCategories,
  whyNotRemoved,
} from './categories.ts';
export {
  addCollection,
  type CollectionWithProducts,
  editCollection,
  getCollection,
  listCollections,
  removeCollection,
  reorderCollections,
} from './collections.ts';
export { findSections } from './find-sections.ts';
export {
  addNewCategories,
  findNewCategories,
  removeUnusedCategories,
} from './imported-categories.ts';
export { nameRecords } from './name-records.ts';
export { addPins, editPins, getPins, listPins, removePins } from './pins.ts';
export { addSynonyms, editSynonyms, listSynonyms, removeSynonyms } from './synonyms.ts';
export { findTagRules, type RenamedRules, renameInRules, takeBackRules } from './tag-rules.ts';
export { asSpelled, spelledTags, spellingsOf } from './tag-spellings.ts';
export { listProductTags, offerValues } from './values-in-use.ts';
