/**
 * The mailbox that an email address is probably of: what follows a plus is the owner's own note, and
 * the largest provider ignores dots and has two domains. For limits alone: two people whom this takes
 * for one share an allowance.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at).toLowerCase();
  return `${local.replaceAll('.', '').toLowerCase()}${domain === '@googlemail.com' ? '@gmail.com' : domain}`;
}
