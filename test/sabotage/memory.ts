import type { Sabotage } from './patch.ts';

/** Ways to let strangers fill the memory of the shop's process. */
export const memory: Sabotage[] = [
  {
    name: 'takes bodies in crumbs',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: 'createServer({ ...options, IncomingMessage: IncomingRequest }, (request',
        replace: 'createServer(options, (request',
      },
    ],
    caughtBy: ['src/server/listen.test.ts'],
  },
];
