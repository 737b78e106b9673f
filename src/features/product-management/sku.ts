/** The SKU of a variant that was added without one. */
export function defaultSku(productId: string, position: number): string {
  return `${productId.slice(-10).toUpperCase()}-${position + 1}`;
}
