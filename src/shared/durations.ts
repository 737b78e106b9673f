export const MINUTE_MS = 60_000;
export const HOUR_S = 3_600;
export const DAY_S = 24 * HOUR_S;
export const HOUR_MS = HOUR_S * 1_000;
export const DAY_MS = DAY_S * 1_000;
