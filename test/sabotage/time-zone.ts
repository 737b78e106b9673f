import type { Sabotage } from './patch.ts';

const caughtBy = ['test/api/time-zone.test.ts'];

/** Ways to have an order on another day than the shop's clock. */
export const timeZone: Sabotage[] = [
  {
    name: 'begins the days of filters in UTC',
    edits: [
      {
        file: 'src/db/days.ts',
        find: 'startOfDay(day, shopTimeZone.name)',
        replace: "startOfDay(day, 'UTC')",
      },
    ],
    caughtBy,
  },
  {
    name: 'keeps sums for the days of an earlier time zone',
    edits: [
      {
        file: 'src/features/sales-reports/sum-up-sales.ts',
        find: 'progress.timeZone !== timeZone',
        replace: "progress.timeZone === ''",
      },
    ],
    caughtBy,
  },
  {
    name: 'prints the days of documents in the present time zone',
    edits: [
      {
        file: 'src/features/documents/pdf/pdf-job.ts',
        find: 'formatDay(part.at, part.timeZone)',
        replace: 'formatDay(part.at)',
      },
    ],
    caughtBy,
  },
];
