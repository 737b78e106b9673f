/**
 * The mailbox that an email address is probably of: what follows a plus is the owner's own note, and
 * dots make no difference to the largest provider. For limits alone: two people whom this takes for
 * one share an allowance.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  return `${local.replaceAll('.', '')}${email.slice(at)}`.toLowerCase();
}
