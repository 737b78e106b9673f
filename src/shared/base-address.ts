/**
 * The likely address behind an email address. The part after a plus is the owner's own tag, and
 * Gmail ignores dots and has two domains. For rate limits only: two people whom this confuses
 * share a limit.
 */
export function baseAddressOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at).toLowerCase();
  return `${local.replaceAll('.', '').toLowerCase()}${domain === '@googlemail.com' ? '@gmail.com' : domain}`;
}
