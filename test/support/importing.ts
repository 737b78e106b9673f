import { afterEach, beforeEach, expect } from 'vitest';
import { runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { type Cells, csv } from './product-csv.ts';
import { type Client, openTestShop, type TestShop } from './shop.ts';
import { expectSoundLedger } from './sound-ledger.ts';

/** The shop of the test that runs, and its admin. */
export let shop: TestShop;
export let admin: Client;

/** Gives each test of a file a shop of its own, whose books have to be right in the end. */
export function shopForEachTest(): void {
  beforeEach(async () => {
    shop = await openTestShop();
    admin = await shop.admin();
  });
  afterEach(async () => {
    await expectSoundLedger(shop);
    await shop.close();
  });
}

export const never = new AbortController().signal;
export const query = (text: string, values: unknown[] = []) => shop.query(text, values);
export const runJob = () => runNextJob(shop.context.ctx, jobRunners, never);

export function form(file: string, fields: Record<string, string> = {}): FormData {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.append(name, value);
  sent.append('file', new File([file], 'goods.csv', { type: 'text/csv' }));
  return sent;
}

export interface Job {
  _id: string;
  status: string;
  done: number;
  total: number | null;
  problems: { line: number | null; reason: string }[];
  problemCount: number;
  failure: string | null;
  result: Record<string, unknown>;
  notUndone: { _id: string; name: string; reason: string }[];
}

export async function start(file: string, fields: Record<string, string> = {}): Promise<Job> {
  const response = await admin.post('/api/v1/imports', form(file, fields));
  const body = await response.json();
  expect([response.status, body.detail]).toEqual([201, undefined]);
  return body;
}

export const find = async ({ _id }: Pick<Job, '_id'>): Promise<Job> =>
  (await admin.get(`/api/v1/jobs/${_id}`)).json();
export const act = async ({ _id }: Pick<Job, '_id'>, verb: string) =>
  admin.post(`/api/v1/jobs/${_id}/${verb}`, {});

export async function runImport(file: string, fields: Record<string, string> = {}): Promise<Job> {
  const job = await start(file, fields);
  expect(await runJob()).toBe(true);
  return find(job);
}

export const many = (count: number, cells: (i: number) => Cells = () => ({})) =>
  csv(
    Array.from({ length: count }, (_, i) => ({
      Handle: `p-${i}`,
      Title: `Product ${i}`,
      'Variant SKU': `SKU-${i}`,
      'Variant Inventory Qty': '3',
      ...cells(i),
    })),
  );
