/**
 * The time zone of this process, in which people read times. A server sets it at its start from
 * `shop.config.ts`. Browsers get it when the pages are built (vite.config.ts).
 */
export const shopTimeZone = { name: 'UTC' };
