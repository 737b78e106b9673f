import type { Sabotage } from './patch.ts';

const BODIES = 'src/server/http/bodies/bodies.ts';

/** Ways to let what is sent stop the shop, or act for somebody who is gone. */
export const bodies: Sabotage[] = [
  {
    name: 'reads any number of fields',
    edits: [
      {
        file: 'src/server/http/bodies/parse-form.ts',
        find: 'if (fields > MAX_FIELDS) refuse();',
        replace: '',
      },
      {
        file: 'src/server/http/bodies/parse-form.ts',
        find: `        fields: MAX_FIELDS + 1,
        parts: MAX_FIELDS + 1,
        files,
`,
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/bodies/parse-form.test.ts'],
  },
  {
    name: 'leaves forms in the request, for parsers without limits',
    edits: [
      {
        file: 'src/server/http/bodies/pass-body-to-handlers.ts',
        find: "const body = 'bytes' in read ? (read.bytes as Uint8Array<ArrayBuffer>) : null;",
        replace:
          "const bytes = 'bytes' in read ? read.bytes : 'form' in read && Array.isArray(read.form) ? read.form[0] : null;\n  const body = bytes as Uint8Array<ArrayBuffer> | null;",
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'parses the rest of a packet whose connection it has closed',
    edits: [
      {
        file: 'src/server/http/close-connection.ts',
        find: '  parser.onIncoming = () => 2;\n  parser.remove();',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'goes on receiving a body that nobody reads',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: 'closeUnreadBody(request, response);',
        replace: '',
      },
      {
        file: 'src/server/http/listen.ts',
        find: 'function closeUnreadBody(',
        replace: 'export function closeUnreadBody(',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'counts no forms of guests',
    edits: [
      {
        file: BODIES,
        find: 'if (isAnonymous) countAnonymous();',
        replace: '',
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'counts every address of an IPv6 network by itself',
    edits: [
      {
        file: 'src/shared/network.ts',
        find: '= [networkOf(address), siteOf(address)]',
        replace: '= [address, siteOf(address)]',
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'takes the cookie of an ended session for somebody who is signed in',
    edits: [
      {
        file: BODIES,
        find: "if (!isAnonymous && !c.get('actor')?.user) countAnonymous();",
        replace: '',
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'asks who it is before the body is complete',
    edits: [
      {
        file: 'src/server/http/app.ts',
        find: '  app.use(bodies);\n',
        replace: '  app.use(visitor(context));\n  app.use(bodies);\n',
      },
      {
        file: 'src/server/http/app.ts',
        find: '  app.use(visitor(context));\n  if',
        replace: '  if',
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'lets one network wait in front of everybody else',
    edits: [
      {
        file: 'src/server/http/fair-queue.ts',
        find: '      this.#waiters.delete(site);\n      this.#waiters.set(site, own);\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/middleware/fair-turns.test.ts'],
  },
  {
    name: 'renders pages for as long as requests come in',
    edits: [
      {
        file: 'src/server/http/fair-queue.ts',
        find: 'return this.#free > 0 && !this.#hasAdmitted;',
        replace: 'return this.#free > 0;',
      },
    ],
    caughtBy: ['src/server/http/middleware/fair-turns.test.ts'],
  },
  {
    name: 'lets one site run any number of slow requests',
    edits: [
      {
        file: 'src/server/http/fair-queue.ts',
        find: '      this.#free += 1;\n',
        replace: '      this.#free += 1;\n      this.#running.remove(site);\n',
      },
      {
        file: 'src/server/http/fair-queue.ts',
        find: '      (pauses > 0 ? this.#paused : this.#running).remove(site);\n      leavePlace();\n',
        replace: '      leavePlace();\n',
      },
    ],
    caughtBy: ['src/server/http/middleware/fair-turns.test.ts'],
  },
  {
    name: 'handles any number of requests at a time',
    edits: [
      {
        file: 'src/server/http/app.ts',
        find: ', fairTurns(config.trustedProxies));\n',
        replace: ');\n  void fairTurns;\n',
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'begins any number of sign-ins at a time',
    edits: [
      {
        file: 'src/server/http/app.ts',
        find: '  app.use(passwordTurns(config.trustedProxies));\n',
        replace: '  void passwordTurns;\n',
      },
    ],
    caughtBy: ['test/api/bodies.test.ts'],
  },
  {
    name: 'lets pages and sign-ins wait in one line',
    edits: [
      {
        file: 'src/server/http/middleware/password-turns.ts',
        find: "c.req.method === 'POST' && ",
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/middleware/fair-turns.test.ts'],
  },
  {
    name: 'closes connections that its response said to keep',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '      response.shouldKeepAlive = false;\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'passes on hosts that no address can have',
    edits: [
      {
        file: 'src/server/http/protocol-checks.ts',
        find: ' || !isHost(headers.host) ',
        replace: ' ',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'lets Node respond to expectations by itself',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: "    server.on('checkExpectation', take);\n",
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'validates a body of any number of values',
    edits: [
      {
        file: 'src/features/api-route.ts',
        find: 'else if (isTooMuchJson(await c.req.text())) {',
        replace: "else if (isTooMuchJson('')) {",
      },
    ],
    caughtBy: ['test/api/bulk-edits.test.ts'],
  },
  {
    name: 'names everything that is wrong with a body',
    edits: [
      {
        file: 'src/features/api-route.ts',
        find: '.slice(0, MAX_ISSUES)',
        replace: '',
      },
    ],
    caughtBy: ['test/api/bulk-edits.test.ts'],
  },
  {
    name: 'lets lists that are not cached run beside the limit of searches',
    edits: [
      {
        file: 'src/server/http/middleware/search-turns.ts',
        find: ': isOddList(path, c.req.url));',
        replace: ": path === '' && isOddList(path, c.req.url));",
      },
    ],
    caughtBy: ['src/server/http/middleware/search-turns.test.ts'],
  },
  {
    name: 'joins what a search found with all variants of the shop',
    edits: [
      {
        file: 'src/features/catalog/search/search-conditions.ts',
        find: ')} offset 0`;',
        replace: ')}`;',
      },
    ],
    caughtBy: ['test/api/search-index.test.ts'],
  },
  {
    name: 'looks for any number of synonyms at once',
    edits: [
      {
        file: 'src/features/catalog/search/synonyms.ts',
        find: 'MOST_ALTERNATIVES = 24',
        replace: 'MOST_ALTERNATIVES = 24_000',
      },
    ],
    caughtBy: ['test/api/synonyms.test.ts'],
  },
];
