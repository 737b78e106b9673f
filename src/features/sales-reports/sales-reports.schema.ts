/** The periods of a report in days, with today. */
export const salesPeriods = [7, 30, 90] as const;
export type SalesPeriod = (typeof salesPeriods)[number];

/** What came in and went out. Amounts are in minor units of the shop's currency. */
export interface Sales {
  /** Orders that were paid. */
  orders: number;
  capturedMinor: number;
  refundedMinor: number;
}

export interface DaySales extends Sales {
  /** In the shop's time zone, such as '2026-11-28'. */
  day: string;
}

export interface SalesReport {
  period: SalesPeriod;
  /** Every day of the period, the oldest first. */
  days: DaySales[];
  total: Sales;
  /** The sums of as many days before the period. */
  before: Sales;
}

/** The figures of the overview. */
export interface SalesSummary {
  today: Sales;
  yesterday: Sales;
  week: Sales;
  month: Sales;
}
