/** What staff do, as the page of the audit log says it. An action without a sentence does not compile. */
export const auditActions = {
  'account.delete': 'Deleted an account',
  'account.email': 'Changed the email address of their account',
  'account.role': 'Changed the role of an account',
  'category.add': 'Added a category',
  'category.edit': 'Edited a category',
  'category.move': 'Moved products to another category',
  'category.order': 'Changed the order of the categories',
  'category.remove': 'Removed a category',
  'collection.add': 'Added a collection',
  'collection.edit': 'Edited a collection',
  'collection.order': 'Changed the order of the collections',
  'collection.remove': 'Removed a collection',
  'delivery.addZone': 'Added a delivery zone',
  'delivery.editTimes': 'Changed when parcels leave the shop',
  'delivery.editZone': 'Edited a delivery zone',
  'delivery.orderZones': 'Changed the order of the delivery zones',
  'delivery.removeZone': 'Removed a delivery zone',
  'export.customers': 'Exported customers',
  'export.documents': 'Exported invoices and credit notes',
  'export.orders': 'Exported orders',
  'job.cancel': 'Cancelled an import or a bulk edit',
  'job.pause': 'Paused an import or a bulk edit',
  'job.resume': 'Resumed an import or a bulk edit',
  'job.start': 'Started an import or a bulk edit',
  'job.undo': 'Took back an import or a bulk edit',
  'order.address': 'Set the address of an order',
  'order.cancel': 'Cancelled an unpaid order',
  'order.cancel-lines': 'Cancelled units of an order',
  'order.comment': 'Commented on an order',
  'order.correct-tracking': 'Corrected the tracking of a parcel',
  'order.delete': 'Deleted an order',
  'order.deliver': 'Marked a parcel as delivered',
  'order.fulfill': 'Sent a parcel',
  'order.hold': 'Put an order on hold',
  'order.mark-paid': 'Marked an order as paid outside of the shop',
  'order.refund': 'Refunded an order',
  'order.release': 'Released an order that was on hold',
  'order.remove-comment': 'Removed a comment on an order',
  'order.restore': 'Restored an order',
  'order.tag': 'Changed the tags of an order',
  'order.take-back': 'Took back a parcel',
  'order.undo': 'Undid the deletion of an order',
  'outbox.try-again': 'Tried an email again',
  'page.add': 'Added a page',
  'page.edit': 'Edited a page',
  'page.order': 'Changed the order of the pages',
  'page.remove': 'Removed a page',
  'payment.close': 'Closed a payment that the card provider did not know',
  'pins.add': 'Added a search with pinned products',
  'pins.boost': 'Changed the boosts of a search',
  'pins.edit': 'Changed the pinned products of a search',
  'pins.remove': 'Removed the pinned products of a search',
  'product.add': 'Added a product',
  'product.bulkEdit': 'Changed a product by a bulk edit',
  'product.duplicate': 'Copied a product',
  'product.edit': 'Edited a product',
  'product.editMany': 'Changed several products at once',
  'product.import': 'Changed a product by an import',
  'product.remove': 'Removed a product',
  'product.undoBulkEdit': 'Undid a bulk edit of a product',
  'product.undoImport': 'Took back what an import did to a product',
  'product.undoMany': 'Undid a change of several products',
  'refund.retry': 'Retried a refused refund',
  'refund.settle': 'Settled a refund outside the card provider',
  'refund.withdraw': 'Withdrew a failed refund',
  'return.approve': 'Approved a return',
  'return.cancel-exchange': 'Cancelled the exchange of a return',
  'return.close': 'Closed a return',
  'return.decline': 'Declined a return',
  'return.mark-paid': 'Marked the difference of an exchange as paid outside of the shop',
  'return.receive': 'Received a return',
  'return.refund': 'Refunded a return',
  'return.request': 'Recorded a return',
  'return.ship-exchange': 'Sent the exchange of a return',
  'return.waive-difference': 'Waived the difference of an exchange',
  'return-policy.edit': 'Changed the return policy',
  'searches.hide': 'Hid a popular search',
  'searches.offer': 'Offered a hidden search again',
  'stock.adjust': 'Changed the stock of a variant',
  'stock.release': 'Released the stock held by an account or network',
  'synonyms.add': 'Added synonyms',
  'synonyms.edit': 'Changed synonyms',
  'synonyms.remove': 'Removed synonyms',
  'text.edit': 'Changed a text of the shop',
  'text.reset': 'Reset a text of the shop',
  'taxes.edit': 'Changed the taxes',
  'view.delete': 'Deleted a saved view',
  'view.rename': 'Renamed a saved view',
  'view.save': 'Saved a view',
} as const;

export type AuditAction = keyof typeof auditActions;

const UNITS = ' available';

/** The field of an entry's changes that has the available units of a variant. */
export const unitsField = (sku: string) => `${sku}${UNITS}`;

/** The pattern of SQL for the names of all such fields. */
export const UNITS_FIELDS = `%${UNITS}`;

/** The first word of an action. */
export type AuditArea = AuditAction extends `${infer Area}.${string}` ? Area : never;

/** What the audit log can be filtered by. An area without a label does not compile. */
export const auditAreas: Record<AuditArea, string> = {
  account: 'Accounts',
  category: 'Categories',
  collection: 'Collections',
  delivery: 'Delivery',
  outbox: 'Emails',
  export: 'Exports',
  job: 'Imports and bulk edits',
  order: 'Orders',
  page: 'Pages',
  payment: 'Payments',
  pins: 'Pinned products',
  searches: 'Popular searches',
  product: 'Products',
  refund: 'Refused refunds',
  'return-policy': 'Return policy',
  return: 'Returns',
  view: 'Saved views',
  stock: 'Stock',
  synonyms: 'Synonyms',
  taxes: 'Taxes',
  text: 'Texts',
};

/** Which entries of the audit log are listed. Null stands for all. */
export interface AuditFilter {
  /** The account's id, or the name of a command. */
  actor: string | null;
  area: AuditArea | null;
  /** The id of what was changed. */
  subject: string | null;
  /** The first and the last day in the shop's time zone, such as '2026-11-28'. */
  from: string | null;
  to: string | null;
}

export const EVERY_ENTRY: AuditFilter = {
  actor: null,
  area: null,
  subject: null,
  from: null,
  to: null,
};

/** A row of the audit log. */
export interface AuditEntry {
  id: string;
  /**
   * The account's id, or the name of the command. `nameAccounts` returns the names that pages show.
   */
  actor: string;
  /** Such as `order.refund`; rows of earlier versions may have another one. */
  action: string;
  /** The id of what the action changed. */
  subject: string;
  detail: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
}
