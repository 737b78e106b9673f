import { z } from 'zod';
import type { ShopConfig } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'has to be one line');

// Otherwise 'INV-1' with 001 and 'INV-' with 1001 would be the same number.
const prefix = line(16).regex(/\D$/, 'must not end with a digit').optional();

const documents = z
  .strictObject({
    invoicePrefix: prefix,
    creditNotePrefix: prefix,
    debitNotePrefix: prefix,
    seller: z.strictObject({
      name: line(120),
      address: z.array(line(120)).min(1).max(8),
      taxNumber: line(80).optional(),
    }),
    note: line(500).optional(),
  })
  .optional();

/** Refuses to start when details of invoices can't be printed. */
export function requireDocumentConfig(shop: ShopConfig): void {
  const { error } = documents.safeParse(shop.documents);
  const [wrong] = error?.issues ?? [];
  if (!wrong) return;
  throw new StartError(
    `shop.config.ts: ${['documents', ...wrong.path].join('.')}: ${wrong.message}. docs/configuration.md says what it takes.`,
  );
}
