/** A row of the audit log. */
export interface AuditEntry {
  id: string;
  /**
   * The account's id, or the name of the command. `nameAccounts` returns the names that pages show.
   */
  actor: string;
  /** Such as `order.refund`. */
  action: string;
  /** The id of what the action changed. */
  subject: string;
  detail: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
}
