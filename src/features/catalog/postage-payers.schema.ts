/** Who can pay the postage when items come back. */
export const postagePayers = ['customer', 'shop'] as const;

export type PostagePayer = (typeof postagePayers)[number];

/** Who pays until staff edit the return policy. */
export const FIRST_PAYER = 'customer' satisfies PostagePayer;
