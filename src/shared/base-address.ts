/**
 * The address that an email address probably belongs to. The part after a plus is the owner's own
 * tag, and Gmail ignores dots and has two domains. Only for rate limits: if two people get the same
 * result, they share a limit.
 */
export function baseAddressOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at).toLowerCase();
  return `${local.replaceAll('.', '').toLowerCase()}${domain === '@googlemail.com' ? '@gmail.com' : domain}`;
}
