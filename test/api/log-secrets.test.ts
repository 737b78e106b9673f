import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jsonLog } from '#shared/log.ts';
import { takeConsole } from '#shared/take-console.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

// Real errors of the database, and everything that a shop writes about them.
let shop: TestShop;
let written: string[];
const before = { ...console };
beforeAll(async () => {
  shop = await openTestShop({ log: jsonLog });
});
afterAll(() => shop.close());
beforeEach(() => {
  written = [];
  const keep = (text: unknown) => {
    written.push(String(text));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  takeConsole(jsonLog);
});
afterEach(() => {
  Object.assign(console, before);
  vi.restoreAllMocks();
});

const secrets = { email: 'nadia.secret@private.example', password: 'violet-otter-77-sings' };
const person = { name: 'Nadia Unmistakable', ...secrets };
const signUp = (change: object = {}) =>
  shop.guest().post('/api/auth/sign-up/email', { ...person, ...change });
const query = (text: string) => shop.database.pool.query(text);

/** What was written, as lines of JSON; nothing of it may be a secret that was sent. */
function lines(...others: string[]): Record<string, unknown>[] {
  const text = written.join('');
  for (const secret of [person.name, 'nadia.secret', person.password, ...others]) {
    expect(text).not.toContain(secret);
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The first error in a chain of causes that has a SQLSTATE. */
function failureIn(line: unknown): Record<string, unknown> {
  let error = (line as { error?: unknown }).error as Record<string, unknown> | undefined;
  while (error && !/^[\dA-Z]{5}$/.test(String(error.code)))
    error = error.cause as Record<string, unknown> | undefined;
  return error ?? {};
}

test('a broken constraint keeps its name and the statement, and none of the values', async () => {
  await query('create unique index one_name on users (name)');
  expect((await signUp()).status).toBe(200);
  const response = await signUp({ email: 'second.secret@private.example' });
  await query('drop index one_name');
  // The library takes it for an address that is taken.
  expect(response.status).toBe(422);
  expect(await response.text()).not.toMatch(/one_name|insert/);
  const [line, ...more] = lines('second.secret');
  expect(more).toEqual([]);
  expect(line).toMatchObject({ level: 'error', event: 'auth.failed' });
  expect(failureIn(line)).toMatchObject({ code: '23505', constraint: 'one_name', table: 'users' });
  const text = written.join('');
  expect(text).toContain('insert into');
  expect(text).toContain('$2');
  expect(text).not.toMatch(/params:|already exists|"detail"/);
});

test('a way back from Google that nobody began is no error: anybody can ask for it', async () => {
  const response = await shop.guest().get('/api/auth/callback/google?state=x');
  expect(response.headers.get('location')).toMatch(/error=state_mismatch/);
  expect(lines()).toMatchObject([{ level: 'info', event: 'auth.state_refused' }]);
});

test('a session that can not be written tells nobody its token', async () => {
  await query('alter table sessions add constraint never check (false) not valid');
  const response = await shop.guest().post('/api/auth/sign-in/email', secrets);
  await query('alter table sessions drop constraint never');
  expect(response.status).toBe(500);
  const [line] = lines();
  expect(line).toMatchObject({ event: 'request.failed' });
  expect(failureIn(line)).toMatchObject({ code: '23514', constraint: 'never' });
  // A token is 32 letters and digits.
  expect(written.join('')).not.toMatch(/\b[a-z\d]{32}\b/i);
});

test.for([
  ['pg_cancel_backend', 'users'],
  ['pg_terminate_backend', 'users'],
  ['pg_terminate_backend', 'rate_limits'],
] as const)(
  'a statement that %s ends at %s is 503, and its line has no value of it',
  async ([end, table]) => {
    await query('delete from rate_limits');
    const holder = await shop.database.pool.connect();
    await holder.query(`begin; lock table ${table} in share mode`);
    const asked = signUp({ email: 'third.secret@private.example' });
    const ending = `select ${end}(pid) as done from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await query(ending)).rows.length).toBeGreaterThan(0);
    const response = await asked;
    await holder.query('rollback');
    holder.release();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(lines('third.secret')).not.toEqual([]);
  },
);

test('what a library prints is a line of the log, without secrets', () => {
  const error = Object.assign(new Error(`for ${person.email}`), { password: person.password });
  console.error('# SERVER_ERROR: ', error);
  console.log('session_token=abc123def456', { token: 'abc123def456', email: person.email });
  expect(lines('abc123def456')).toMatchObject([
    { level: 'error', event: 'console', text: '# SERVER_ERROR: ' },
    { level: 'info', event: 'console' },
  ]);
});
