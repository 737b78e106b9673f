/** Why an extra payment gives back a part: a refund of the return, or a cheaper variant. */
export const extraReturnKinds = ['refund', 'difference'] as const;

export type ExtraReturnKind = (typeof extraReturnKinds)[number];
