/** How an import decides what the file does not say. */
export interface ImportChoices {
  /**
   * The name of the category for new products that name no category of the shop, not even by type
   * or tag.
   */
  category: string;
  /** The id of that category, which may be renamed meanwhile. */
  categoryId?: string | undefined;
  /** Whether existing products are changed by the file, or stay as they are. */
  existing: 'update' | 'leave';
  /** Whether images on other servers are fetched; otherwise they are refused. */
  fetchesImages: boolean;
  /** Whether images that could stay on their hosts (`imageHosts`) are fetched, too. */
  copiesImages: boolean;
  /** The units of new variants that the other shop sells without counting; 0 if absent. */
  uncounted?: number | undefined;
}
