/** How wide images are shown, as values of `sizes`. */
export const PRODUCT_SIZES = '(min-width: 1344px) 39rem, (min-width: 768px) 46vw, 92vw';

/** For cards beside the filters. */
export const CARD_SIZES =
  '(min-width: 1344px) 310px, (min-width: 1280px) 23vw, (min-width: 1024px) 33vw, 45vw';
