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

/** Whether a product in this status needs details: it is in the shop, or will be. */
export function needsDetails(status: string): boolean {
  return status === 'active' || status === 'scheduled';
}
