/** The key of the refund of the differences that the exchanges of a return cost less. */
export const differenceKey = ({ id }: { id: string }) => `${DIFFERENCE}${id}`;

export const DIFFERENCE = 'exchange ';
