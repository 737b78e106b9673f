// In its own file, so that browsers get the labels without the validation library.

/** The labels of the statuses of a product. */
export const productStatusLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  active: 'Active',
  archived: 'Archived',
} as const;

export type ProductStatus = keyof typeof productStatusLabels;

export const productStatuses = Object.keys(productStatusLabels) as ProductStatus[];

/** Whether a product in this status is in the shop, or will be. Then it needs more than a name. */
export function isOrWillBeInShop(status: string): boolean {
  return status === 'active' || status === 'scheduled';
}
