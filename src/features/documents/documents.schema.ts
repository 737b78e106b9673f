import type { Taxed, TaxSum } from '#shared/taxes.ts';

/** The kinds of documents; each has its own series of numbers. */
export const documentKinds = ['invoice', 'credit_note', 'debit_note'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** What a document is called, before its number. */
export const documentNames: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
};

/** A document in the list of its order. */
export interface DocumentSummary {
  id: string;
  kind: DocumentKind;
  /** The number as it is printed, such as `INV-1001`. */
  label: string;
  /** The refund of a credit note. */
  refundId: string | null;
  /**
   * Whether that refund was withdrawn because the bank returned it. A debit note then takes the credit
   * note back, unless it was withdrawn before the shop had debit notes.
   */
  isWithdrawn: boolean;
  totalMinor: number;
  /** ISO 8601. */
  issuedAt: string;
  /** In which its day is printed. */
  timeZone: string;
}

/** The time zone of documents of versions that had none. */
export const ZONE_BEFORE_ZONES = 'UTC';

/** A document with everything that it prints. */
export interface DocumentView extends DocumentSummary {
  orderId: string;
  currency: string;
  content: DocumentContent;
}

/** A document as it is stored, without what happened to its refund later. */
export type StoredDocument = Omit<DocumentView, 'isWithdrawn'>;

/**
 * Everything that a document prints, as it was when it was issued. Amounts in minor units, times in
 * ISO 8601. If this changes, new documents get another version, and old ones keep theirs. Those of
 * version 1 have no taxes, and those before version 3 no time zone.
 */
export interface DocumentContent {
  version: 1 | 2 | 3;
  /** In which its own day is printed. The days of the order and of the other document have their own. */
  timeZone: string;
  seller: DocumentSeller;
  customer: { name: string; email: string };
  /** The lines of its billing address, or of the delivery address if there is none. */
  billTo: string[];
  /** Null where the goods go to the billing address. */
  shipTo: string[] | null;
  order: { number: string; placedAt: string; paidAt: string; timeZone: string };
  lines: DocumentLine[];
  /** What the shipping cost. For other documents: how much of it is given back, or is not. */
  shippingMinor: number;
  /** Whether the amounts of lines and shipping include their taxes. */
  taxesIncluded: boolean;
  /** All taxes by their rate, also those that amounts include. */
  taxes: TaxSum[];
  /** The taxes that are added to the amounts. */
  addedTaxMinor: number;
  /** The name of the way of delivery. */
  shippingName: string | null;
  /** The part of a credit note that is for no line and no shipping; 0 for an invoice. */
  otherMinor: number;
  totalMinor: number;
  /** The invoice that a credit note is for, or the credit note that a debit note takes back. */
  invoice: { label: string; issuedAt: string; timeZone: string } | null;
  /** Why money is given back, by the kind of the refund, or why it is not. */
  reason: CreditReason | null;
}

export interface DocumentSeller {
  name: string;
  address: string[];
  taxNumber: string | null;
  email: string;
  /** A sentence at the end. */
  note: string | null;
}

export interface DocumentLine extends Taxed {
  sku: string;
  name: string;
  /** What the variant is called; empty for one without options. */
  variantName: string;
  quantity: number;
  unitPriceMinor: number;
  /**
   * For an invoice the price of the units. For a credit note what is given back for them. With their
   * tax if the content says so.
   */
  amountMinor: number;
}

export const creditReasons = {
  returned: 'Returned items',
  cancelled: 'Cancelled items',
  refunded: 'Refund',
  withdrawn: 'Refund that the bank returned',
} as const;

export type CreditReason = keyof typeof creditReasons;
