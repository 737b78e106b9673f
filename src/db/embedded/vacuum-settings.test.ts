import { expect, test } from 'vitest';
import { vacuumSettings } from './vacuum-settings.ts';

const GB = 1024 ** 3;

test.each([
  [0.5, 1, '2', '200', '32MB'],
  [24, 2, '2', '200', '96MB'],
  [32, 8, '4', '800', '128MB'],
  [512, 64, '6', '1600', '256MB'],
])(
  'on %s GB and %s cores PostgreSQL cleans up with its share',
  (size, cores, workers, cost, memory) => {
    expect(vacuumSettings({ bytes: size * GB, cores })).toMatchObject({
      autovacuum_max_workers: workers,
      autovacuum_vacuum_cost_limit: cost,
      autovacuum_work_mem: memory,
    });
  },
);
