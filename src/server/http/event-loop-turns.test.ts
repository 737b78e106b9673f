import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterAccepting, countArrivals, eventLoopTurns } from './event-loop-turns.ts';

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('requests that arrive together begin at once for a while, then one site after the other', async () => {
  await sleep(1);
  const begun: string[] = [];
  const begin = (site: string, name: string) =>
    eventLoopTurns.begin(
      () => site,
      () => {
        begun.push(name);
        block(25);
      },
    );
  for (const name of ['busy 1', 'busy 2', 'busy 3', 'busy 4']) begin('busy', name);
  begin('single', 'single 1');
  const { signal } = new AbortController();
  const waited = eventLoopTurns
    .turn(
      () => 'other',
      () => signal,
    )
    ?.then(() => begun.push('other 1'));
  const left = new AbortController();
  const aborted = eventLoopTurns.turn(
    () => 'left',
    () => left.signal,
  );
  const cancel = eventLoopTurns.begin(
    () => 'cancelled',
    () => begun.push('cancelled 1'),
  );
  left.abort();
  await aborted;
  cancel?.();
  expect(begun).toEqual(['busy 1']);
  await waited;
  expect(begun).toEqual(['busy 1', 'busy 2', 'single 1', 'other 1']);
  await expect.poll(() => begun.slice(4)).toEqual(['busy 3', 'busy 4']);
  await expect
    .poll(() =>
      eventLoopTurns.turn(
        () => 'other',
        () => signal,
      ),
    )
    .toBeUndefined();
});

test('connections are accepted first', async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket));
  countArrivals(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'));
  await once(clients[0] as Socket, 'connect');
  const before = accepted.length;
  await new Promise<void>(afterAccepting);
  expect(before).toBeLessThan(30);
  expect(accepted).toHaveLength(30);
  for (const socket of [...clients, ...accepted]) socket.destroy();
  server.close();
});
