/** A row of the audit log, as pages show it. */
export interface AuditEntry {
  id: string;
  /** The account's name and e-mail, or the name of the command. */
  actor: string;
  /** Such as `order.refund`. */
  action: string;
  /** The id of what it was done to. */
  subject: string;
  detail: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
}
