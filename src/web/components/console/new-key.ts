/** A name that no other page makes. `crypto.randomUUID` needs https, this does not. */
export function newKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
