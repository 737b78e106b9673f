import type { Sabotage } from './patch.ts';

/** Ways to let strangers in. */
export const access: Sabotage[] = [
  {
    name: 'lets anybody register as an admin',
    edits: [
      {
        file: 'src/features/accounts/auth.ts',
        find: "defaultValue: 'shopper', input: false }",
        replace: "defaultValue: 'shopper', input: true }",
      },
    ],
    caughtBy: ['test/api/users.test.ts'],
  },
  {
    name: 'takes forms from other sites',
    edits: [
      {
        file: 'src/server/http/middleware/same-origin.ts',
        find: 'if (!same) {',
        replace: 'if (same === undefined) {',
      },
    ],
    caughtBy: ['test/api/requests.test.ts'],
  },
  {
    name: 'believes X-Forwarded-For from anybody',
    edits: [
      {
        file: 'src/server/http/middleware/client-address.ts',
        find: "trusted(socket) ? (header ?? '') : ''",
        replace: "trusted ? (header ?? '') : ''",
      },
    ],
    caughtBy: [
      'src/server/http/middleware/client-address.test.ts',
      'test/api/sign-in-limits.test.ts',
    ],
  },
  {
    name: 'ends when a connection breaks in the middle of a transaction',
    edits: [
      {
        file: 'src/db/client.ts',
        find: "    client.on('error', reportError);\n",
        replace: '',
      },
    ],
    caughtBy: ['test/db/lost-connections.test.ts'],
  },
];
