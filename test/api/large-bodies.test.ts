import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Begun,
  cookieOf,
  FORM,
  type FormServer,
  IMAGE,
  openFormServer,
} from '../support/form-server.ts';
import { imageForm, noise } from '../support/images.ts';
import type { TestShop } from '../support/shop.ts';

let server: FormServer;
let shop: TestShop;

beforeAll(async () => {
  server = await openFormServer(() => new Date('2026-11-21T10:00:00Z'));
  ({ shop } = server);
});
afterEach(() => server.hangUp());
afterAll(() => server.close());

const begin: FormServer['begin'] = (...args) => server.begin(...args);
const send: FormServer['send'] = (...args) => server.send(...args);
/** Waits until the shop has taken note of so many requests. */
const untilAsked = (count: number) => expect.poll(server.countOpen).toBe(count);

describe('slow images', () => {
  const slow = { type: IMAGE, start: '--x\r\n', length: 5_000_000 };
  const upload = async (from: string, cookie = '') => {
    const form = imageForm(await noise(40, 30).png().toBuffer());
    return (await send('/uploads', form, { 'x-forwarded-for': from, cookie })).status;
  };

  test('of one network, or of many, keep nobody from uploading', async () => {
    for (let i = 0; i < 7; i += 1) await begin('/uploads', { ...slow, from: '10.6.6.6' });
    await untilAsked(7);
    expect(await upload('10.6.6.6')).toBe(201);
    // More of one network wait, and it alone.
    for (let i = 7; i < 60; i += 1) await begin('/uploads', { ...slow, from: '10.6.6.6' });
    expect(await upload('10.5.5.5')).toBe(201);
    // As many as may arrive at a time, each of a network of its own.
    for (let i = 1; i <= 40; i += 1) {
      await begin('/uploads', { ...slow, from: `2001:db8:0:${i}::1` });
    }
    expect(await upload('10.4.4.4')).toBe(201);
  });

  test('of many networks, more than may arrive and wait, keep nobody else from uploading', async () => {
    for (let i = 0; i < 140; i += 1) {
      await begin('/uploads', { ...slow, from: `10.8.${i % 20}.1` });
    }
    // Of those, some are refused at once.
    await expect.poll(server.countOpen).toBeLessThan(100);
    const uploads = await Promise.all(
      ['10.4.1.1', '10.4.1.2', '10.4.1.3'].map((from) => upload(from)),
    );
    expect(uploads).toEqual([201, 201, 201]);
  });

  test('that are as fast as others, of some networks, keep neither guests nor their own staff from uploading', async () => {
    const cookie = cookieOf(await shop.admin('Staff Among Many'));
    const start = `--x\r\n${'x'.repeat(1_500_000)}`;
    const begun: Begun[] = [];
    for (let i = 0; i < 32; i += 1) {
      begun.push(await begin('/uploads', { ...slow, start, from: `10.7.7.${i % 8}` }));
    }
    await untilAsked(32);
    const guest = upload('10.7.7.1').catch(String);
    const first = await Promise.race([
      guest.then((status) => `guest ${status}`),
      upload('10.7.7.1', cookie).then((status) => `staff ${status}`),
    ]);
    expect(first).toBe('staff 201');
    expect(await upload('10.7.8.1')).toBe(201);
    for (const { socket } of begun) socket.destroy();
    expect(await guest).toBe(201);
  });

  test('leave no file behind', async () => {
    const begun = await begin('/uploads', { ...slow, from: '10.3.3.3' });
    expect(await upload('10.3.3.3')).toBe(201);
    const folder = join(dirname(shop.context.uploadsFolder), 'arriving');
    expect(await readdir(folder)).toEqual([]);
    begun.socket.destroy();
  });
});

/** How many bodies are on disk, in files without a name. */
function countStored(): number {
  const files = readdirSync('/proc/self/fd').map((fd) => {
    try {
      const isBody = readlinkSync(`/proc/self/fd/${fd}`).includes('/arriving/');
      return isBody && statSync(`/proc/self/fd/${fd}`).size > 0;
    } catch {
      return false;
    }
  });
  return files.filter(Boolean).length;
}

describe('bodies that wait to be processed', () => {
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const post = (from: string, fields: Record<string, string>) =>
    send('/register', formOf(fields), { 'x-forwarded-for': from });
  afterEach(() => {
    server.openGate();
    server.closeGate();
  });

  test('give a place on disk to one of another site, when one site has all of them', async () => {
    const refused: Response[] = [];
    const flood = Array.from({ length: 68 }, async (_, i) => {
      const response = await post(`2001:db8:aa:${i >> 2}::1`, { name: 'flood', hold: 'yes' });
      if (response.status === 503) refused.push(response);
    });
    // Four more than there are places.
    await expect.poll(() => refused.length).toBe(4);
    expect((await post('10.2.2.2', { name: 'other' })).status).toBe(200);
    expect(refused.length).toBe(5);
    expect(refused.at(-1)?.headers.get('retry-after')).toBe('10');
    server.openGate();
    await Promise.all(flood);
    expect(refused.length).toBe(5);
  });

  test('take no turn while they are processed, because all sites share the places', async () => {
    const from = '10.2.3.4';
    server.handled.length = 0;
    const hold = (path: string) =>
      send(path, 'name=held&hold=yes', { 'content-type': FORM, 'x-forwarded-for': from });
    // As many as one site runs at a time, of those that hash a password and of all.
    const held = ['/login', '/page'].flatMap((path) => Array.from({ length: 4 }, () => hold(path)));
    await expect.poll(() => server.handled.length).toBe(8);
    const image = post(from, { name: 'image' });
    await expect.poll(() => server.handled.slice(8)).toEqual(['image']);
    expect((await image).status).toBe(200);
    server.openGate();
    for (const response of held) expect((await response).status).toBe(200);
  });

  test('are processed first when staff sent them, whatever else claims to be staff', async () => {
    const [staff, customer] = [await shop.admin('Staff First'), await shop.shopper('Ada Account')];
    const forged = cookieOf(staff).replace(/(=[^.]+\.)[^;]+/, `$1${'A'.repeat(43)}%3D`);
    server.handled.length = 0;
    const sent = ['10.2.4.1', '10.2.4.2'].map((from) => post(from, { name: 'held', hold: 'yes' }));
    await expect.poll(() => server.handled).toEqual(['held', 'held']);
    const senders = [
      ['guest', ''],
      ['forged', forged],
      ['customer', cookieOf(customer)],
      ['staff', cookieOf(staff)],
      ['last', ''],
    ];
    for (const [at, [name = '', cookie = '']] of senders.entries()) {
      const from = { 'x-forwarded-for': `10.2.5.${at}`, cookie };
      sent.push(send('/register', formOf({ name, hold: 'yes' }), from));
      await expect.poll(countStored).toBe(at + 3);
    }
    server.openGate();
    server.closeGate();
    // Two are processed at a time.
    await expect.poll(() => server.handled.length).toBe(4);
    expect(server.handled.slice(2).sort()).toEqual(['guest', 'staff']);
    server.openGate();
    for (const response of sent) expect((await response).status).toBe(200);
  });

  test('are not processed when their client has left', async () => {
    const from = '10.1.1.1';
    server.handled.length = 0;
    const held = post(from, { name: 'held', hold: 'yes' });
    await expect.poll(() => server.handled).toEqual(['held']);
    const body = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\ngone\r\n--x--\r\n';
    const gone = await begin('/register', { type: IMAGE, start: body, length: body.length, from });
    // By then it is on disk, as it came first.
    expect((await post('10.1.1.2', { name: 'other' })).status).toBe(200);
    gone.socket.destroy();
    expect((await post('10.1.1.2', { name: 'another' })).status).toBe(200);
    server.openGate();
    expect((await held).status).toBe(200);
    expect((await post(from, { name: 'next' })).status).toBe(200);
    expect(server.handled).toEqual(['held', 'other', 'another', 'next']);
  });
});
