/** The results of changes of delivery, after a redirect. */
export const DONE = {
  added: 'The zone is added, as the last one.',
  saved: 'Saved. It applies to new carts and orders at once.',
  removed: 'The zone is removed.',
  times: 'Saved. It applies to the days that new orders promise.',
};
