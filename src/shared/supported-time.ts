/**
 * Whether the shop computes with this moment: one in the years 1970 to 9998. PostgreSQL and ISO
 * 8601 write these in the same way, also with a day added. False for an invalid date.
 */
export function isSupportedTime(moment: Date): boolean {
  const year = moment.getUTCFullYear();
  return year >= 1970 && year <= 9998;
}
