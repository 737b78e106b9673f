import type { Notices } from '../../notices.ts';
import { QUANTITY_LIMIT } from '../cart/quantity-limit.ts';

/** Why the form of a product's page was refused without script. */
export const buyNotices = {
  variant_required: { tone: 'danger', text: 'Please choose a value of each option first.' },
  'not-made': {
    tone: 'danger',
    text: 'That is not made with all of these options. Please choose another one.',
  },
  quantity: { tone: 'danger', text: `A quantity is a whole number from 1 to ${QUANTITY_LIMIT}.` },
} satisfies Notices;
