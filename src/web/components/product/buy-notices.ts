import type { Notices } from '../../notices.ts';
import { QUANTITY_LIMIT } from '../cart/quantity-limit.ts';

/** Why the form of a product's page was refused without script. */
export const buyNotices = {
  // Browsers send no form in which an option is not chosen.
  variant_required: {
    tone: 'danger',
    text: 'That combination is not made. Please choose another one.',
  },
  quantity: { tone: 'danger', text: `Please choose a quantity from 1 to ${QUANTITY_LIMIT}.` },
} satisfies Notices;
