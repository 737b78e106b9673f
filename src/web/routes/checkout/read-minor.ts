/** A posted amount in minor units; null without one. */
export function readMinor(posted: FormDataEntryValue | null): number | null {
  return typeof posted === 'string' && /^\d{1,15}$/.test(posted) ? Number(posted) : null;
}
