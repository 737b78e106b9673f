import type { Sabotage } from './patch.ts';

/** Ways to let strangers fill the memory of the shop's process. */
export const memory: Sabotage[] = [
  {
    name: 'takes bodies in crumbs',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: 'createServer({ ...options, IncomingMessage: IncomingRequest }, begin',
        replace: 'createServer(options, begin',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'begins all pipelined requests of a connection at once',
    edits: [
      {
        file: 'src/server/http/in-turn.ts',
        find: 'if (!turn) start',
        replace: 'if (turn || !turn) start',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
];
