import { expect, test } from 'vitest';
import { memorySettings } from './memory-settings.ts';

const GB = 1024 ** 3;

test.each([
  [0.5, '128MB', '512MB', '64MB'],
  [4, '256MB', '2048MB', '64MB'],
  [24, '1536MB', '12288MB', '384MB'],
  [512, '2048MB', '65536MB', '512MB'],
])('PostgreSQL takes its share of %s GB', (size, buffers, cached, building) => {
  expect(memorySettings(size * GB)).toEqual({
    shared_buffers: buffers,
    effective_cache_size: cached,
    maintenance_work_mem: building,
  });
});
