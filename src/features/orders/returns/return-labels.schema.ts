/** What pages and emails call the statuses of returns, and why and how items come back. */
import type { PostagePayer } from '../../catalog/postage-payers.schema.ts';
import type { ExchangeState, ReleaseReason } from '../../order-tables/exchange-state.schema.ts';
import type {
  ReturnCondition,
  ReturnReason,
  ReturnStatus,
} from '../../order-tables/return-status.schema.ts';
import type { ReturnView } from './return-view.schema.ts';

export const returnLabels: Record<Exclude<ReturnStatus, 'none'>, string> = {
  requested: 'Return requested',
  in_transit: 'Return on its way',
  received: 'Return received',
  closed: 'Return closed',
};

export const returnStateLabels: Record<ReturnView['state'], string> = {
  ...returnLabels,
  declined: 'Return declined',
  withdrawn: 'Return withdrawn',
};

export const returnReasonLabels: Record<ReturnReason, string> = {
  too_small: 'Too small',
  too_large: 'Too large',
  too_short: 'Too short',
  too_long: 'Too long',
  not_as_pictured: 'Not as pictured',
  quality: 'Quality',
  damaged: 'Damaged',
  changed_mind: 'Changed my mind',
};

export const returnConditionLabels: Record<ReturnCondition, string> = {
  as_new: 'As new',
  worn: 'Worn',
  damaged: 'Damaged',
};

export const exchangeStateLabels: Record<ExchangeState, string> = {
  reserved: 'In exchange, reserved',
  sent: 'In exchange, sent',
  released: 'Exchange ended',
};

/** Who pays for the way back of a return, in a sentence to its customer. */
export const postageLabels: Record<PostagePayer, string> = {
  customer: 'You pay the postage for the way back.',
  shop: 'We pay the postage for the way back.',
};

/** Who pays for the way back, in a sentence to customers before a return has reasons. */
export const postagePolicies: Record<PostagePayer, string> = {
  ...postageLabels,
  customer: `${postageLabels.customer} If an item is damaged or not as pictured, we pay it.`,
};

/** Who pays for the way back of a return, in a sentence to staff. */
export const postageForStaff: Record<PostagePayer, string> = {
  customer: 'The customer pays the postage for the way back.',
  shop: 'The shop pays the postage for the way back.',
};

/** Why what was reserved for an exchange is not sent. */
export const releaseLabels: Record<ReleaseReason, string> = {
  declined: 'the return was declined',
  withdrawn: 'the request was withdrawn',
  not_received: 'the item did not come',
  closed: 'the parcel did not come',
  cancelled: 'cancelled by the shop, for a refund',
  late: 'the parcel did not come in time',
  account_deleted: 'the account was deleted',
  unpaid: 'the difference was not paid in time',
  refunded: 'items were refunded',
};
