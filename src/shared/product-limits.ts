// Without the validation library, for browsers. An import takes texts as long as other shops have
// them, and the editor has to take them back.

/** The most characters of an SKU. */
export const LONGEST_SKU = 255;
export const LONGEST_BARCODE = 255;
/** What a scanner reads: an SKU or a barcode. */
export const LONGEST_CODE = Math.max(LONGEST_SKU, LONGEST_BARCODE);

/** The most characters of the address of an image, also of one of an account or category. */
export const LONGEST_IMAGE_URL = 2_000;

/** The most units of a variant, and of one adjustment of its stock. */
export const MAX_UNITS = 1_000_000;
/** The most characters of the details that the short form 'Add Product' takes. */
export const LONGEST_DETAILS = 5_000;

/** The most products that the page of another one shows. The database checks it too. */
export const MAX_RELATED = 12;

/** The most characters of the texts of a product. */
export const productLimits = {
  name: 255,
  /** Plain ones, and formatted ones before they are sanitized. */
  descriptions: 100_000,
  gender: 255,
  material: 5_000,
  care: 5_000,
  seoTitle: 255,
  seoDescription: 5_000,
  /** The name of the third option, such as 'Length'. */
  optionName: 255,
  /** A size, a color, or a value of the third option. */
  option: 255,
  imageUrl: LONGEST_IMAGE_URL,
  /** What an image shows. */
  alt: 500,
} as const;
