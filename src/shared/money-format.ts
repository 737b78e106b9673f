/** How amounts of the shop's currency are written. */
export interface MoneyFormat {
  /** ISO 4217. */
  currency: string;
  /** Decimals: 2 for USD, 0 for JPY, 3 for KWD. */
  digits: number;
  decimal: string;
  group: string;
  /** A regular expression that finds the start of each group of digits. */
  groupStart: string;
  /** With # in place of the number. */
  pattern: string;
}

/**
 * The format of this process. A server sets it at its start from `shop.config.ts`. Browsers get it
 * when the pages are built (vite.config.ts).
 */
export const moneyFormat: MoneyFormat = {
  currency: 'USD',
  digits: 2,
  decimal: '.',
  group: ',',
  groupStart: String.raw`\B(?=(\d{3})*\d{3}(?!\d))`,
  pattern: '$#',
};
