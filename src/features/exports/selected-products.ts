/** What the call of the file of selected products is sent. */
import { z } from '@hono/zod-openapi';
import { AppError } from '#shared/errors.ts';
import { withThousands } from '#shared/thousands.ts';
import { MAX_SHEET_PRODUCTS } from '../product-management/bulk-edit.schema.ts';

export const selectedProducts = z.object({
  ids: z.string().optional().openapi({ description: 'Ids with spaces between them.' }),
  id: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .openapi({ description: 'The same, one in each field.' }),
});

/** The ids, each once. */
export function readSelected({ ids = '', id = [] }: z.infer<typeof selectedProducts>): string[] {
  const all = [...new Set([...ids.split(' '), ...[id].flat()])].filter((one) => one !== '');
  if (all.length === 0) throw new AppError('invalid_request', 'Please select a product first.');
  if (all.length > MAX_SHEET_PRODUCTS) {
    const most = withThousands(MAX_SHEET_PRODUCTS);
    throw new AppError('invalid_request', `Please select at most ${most} products.`);
  }
  if (!all.every((one) => /^[\w-]{1,120}$/.test(one))) {
    throw new AppError('invalid_request', 'One of these is no id of a product.');
  }
  return all;
}
