import type { Sabotage } from './patch.ts';

const ISSUE = 'src/features/documents/documents.ts';
const STORE = 'src/features/documents/documents.store.ts';
const SETTLE = 'src/features/orders/payment/settle.ts';
const MIGRATION = 'src/db/migrations/0030_documents.sql';
const CALLS = 'test/api/documents.test.ts';
const RACES = 'test/races/documents.test.ts';
const PDFS = 'test/api/document-pdfs.test.ts';
const EARLIER = 'test/db/generated-shop.test.ts';

/** Ways to lose an invoice, to number documents wrongly, to change one, or to show it to others. */
export const documents: Sabotage[] = [
  {
    name: 'lets the credit note of a withdrawn refund stand',
    edits: [
      {
        file: 'src/features/orders/refunds/resolve-refund.ts',
        find: '    await issueDebitNote(ctx, tx, refundId);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/stripe-webhook.test.ts'],
  },
  {
    name: 'numbers documents by the newest one that is there',
    edits: [
      {
        file: STORE,
        find: 'returning last_number - ',
        replace: 'returning (select coalesce(max(number), 1000) from documents) + 0 * ',
      },
    ],
    caughtBy: [RACES],
  },
  {
    name: 'gives a document an earlier time than the one before it',
    edits: [
      {
        file: STORE,
        find: 'greatest(last_issued_at, ',
        replace: 'greatest(null, ',
      },
    ],
    caughtBy: [RACES],
  },
  {
    name: 'takes the time of a document from a clock that is ahead',
    edits: [{ file: STORE, find: ', now())) else', replace: ", 'infinity')) else" }],
    caughtBy: [RACES],
  },
  {
    name: 'takes the number of an invoice before the other steps of a payment',
    edits: [
      {
        file: SETTLE,
        find: '  await recordCapture(tx, bound, intent, ctx.now());\n',
        replace:
          '  await recordCapture(tx, bound, intent, ctx.now());\n  await tx.execute("update document_series set caught_up_to = caught_up_to where kind = \'invoice\'");\n',
      },
    ],
    caughtBy: [RACES],
  },
  {
    name: 'issues no credit note for a refund that the provider accepts',
    edits: [
      {
        file: 'src/features/payments/carry-out-refund.ts',
        find: '    await issueCreditNotesOf(ctx, tx, [refund.id]);\n',
        replace: '    void issueCreditNotesOf;\n',
      },
    ],
    caughtBy: [CALLS, RACES],
  },
  {
    name: 'issues no credit note for a refund that staff settle by hand',
    edits: [
      {
        file: 'src/features/orders/refunds/resolve-refund.ts',
        find: '    await issueCreditNotesOf(ctx, tx, [refundId]);\n',
        replace: '    void issueCreditNotesOf;\n',
      },
    ],
    caughtBy: ['test/api/stripe-webhook.test.ts', 'test/api/provider-faults.test.ts'],
  },
  {
    name: 'issues no credit note for a refund that was made at the provider',
    edits: [
      {
        file: 'src/features/orders/refunds/provider-refunds.ts',
        find: 'await issueCreditNotesOf(ctx, tx, changes?.done ?? []);',
        replace: 'void issueCreditNotesOf;',
      },
    ],
    caughtBy: ['test/api/stripe-webhook.test.ts', 'test/api/provider-faults.test.ts'],
  },
  {
    name: 'writes a credit note to the address of now instead of that of its invoice',
    edits: [
      {
        file: 'src/features/documents/content.ts',
        find: 'const { customer, billTo, shipTo, order: about } = invoiced ?? headOf(shop, order);',
        replace: 'const { customer, billTo, shipTo, order: about } = headOf(shop, order);',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: "shows another person's invoice",
    edits: [
      {
        file: 'src/features/orders/documents/order-documents.ts',
        find: 'if (!order || !maySee(customer, order)) throw noSuchDocument();',
        replace: 'if (!order || !customer) throw noSuchDocument();',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'lets a document be changed',
    edits: [
      {
        file: MIGRATION,
        find: 'CREATE TRIGGER documents_are_final BEFORE UPDATE OR DELETE ON "documents"',
        replace: 'CREATE TRIGGER documents_are_final BEFORE DELETE ON "documents"',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'numbers a payment of now before those of earlier orders',
    edits: [
      {
        file: STORE,
        find: '(opened_at is not null or',
        replace: '(true or opened_at is not null or',
      },
    ],
    caughtBy: [EARLIER],
  },
  {
    name: 'goes through the earlier payments without a lock',
    edits: [
      {
        file: 'src/features/payments/document-refunds.store.ts',
        find: "return db.select().from(documentSeries).orderBy(documentSeries.kind).for('no key update');",
        replace: 'return db.select().from(documentSeries).orderBy(documentSeries.kind);',
      },
    ],
    caughtBy: [EARLIER],
  },
  {
    name: 'leaves the invoice of a payment to the job',
    edits: [
      {
        file: ISSUE,
        find: '  if (rows.length === 0) return 0;\n  const named',
        replace:
          "  if (rows.length === 0 || (kind === 'invoice' && !isCatchUp)) return 0;\n  const named",
      },
    ],
    caughtBy: [CALLS, RACES],
  },
  {
    name: 'reads the names on a PDF as commands',
    edits: [
      {
        file: 'src/features/documents/pdf/template.ts',
        find: 'value.split(" ").map(word => broken(word, size.width)).join(" ")',
        replace: 'eval(value, mode: "markup")',
      },
    ],
    caughtBy: [PDFS],
  },
  {
    name: 'makes any number of PDFs for one person',
    edits: [
      {
        file: 'src/features/orders/documents/download-document.ts',
        find: "  await enforceRateLimit(ctx, limitKey('document-pdf', person), limit, TOO_MANY);\n",
        replace: '  void [enforceRateLimit, limitKey, limit, TOO_MANY];\n',
      },
    ],
    caughtBy: [PDFS],
  },
  {
    name: 'gives all files of a font the same name',
    edits: [
      {
        file: 'src/features/documents/pdf/choose-fonts.ts',
        find: '{ name, bytes, codePoints',
        replace: "{ name: name && 'letters', bytes, codePoints",
      },
    ],
    caughtBy: [PDFS],
  },
];
