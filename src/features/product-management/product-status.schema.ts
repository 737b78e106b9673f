// For browsers, so it imports no zod.

export const productStatusLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  active: 'Active',
  archived: 'Archived',
} as const;

export type ProductStatus = keyof typeof productStatusLabels;
