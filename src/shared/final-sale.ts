/** What customers read where an item is a final sale. */
export const FINAL_SALE = 'Final sale: cannot be returned or exchanged.';
