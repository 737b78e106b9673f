import type { Server, Socket } from 'node:net';
import { siteOf } from '#shared/network.ts';
import { addressList, plainAddress } from './address-list.ts';

/**
 * Closes a new connection of a site that already has `most`, so that no site can take all
 * connections. Connections from `uncounted` addresses and networks carry everybody's requests and
 * have no limit.
 */
export function shareConnections(
  server: Server,
  { most, uncounted }: { most: number; uncounted: string[] },
): void {
  const isUncounted = addressList(uncounted);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isUncounted(address)) return;
    const site = siteOf(address);
    const count = counts.get(site) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    counts.set(site, count + 1);
    socket.once('close', () => {
      const left = (counts.get(site) ?? 1) - 1;
      if (left === 0) counts.delete(site);
      else counts.set(site, left);
    });
  });
}
