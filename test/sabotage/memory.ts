import type { Sabotage } from './patch.ts';

/** Ways to let guests fill the memory of the shop's processes. */
export const memory: Sabotage[] = [
  {
    name: 'begins all requests of an iteration at once',
    edits: [
      {
        file: 'src/server/http/event-loop-turns.ts',
        find: 'return now - this.#since < YOUNG_MS;',
        replace: 'return now > 0;',
      },
    ],
    caughtBy: ['src/server/http/event-loop-turns.test.ts'],
  },
  {
    name: 'begins the next page before connections are accepted',
    edits: [
      {
        file: 'src/server/http/event-loop-turns.ts',
        find: 'if (arrived === seen || left === 0) return next();',
        replace: 'if (left > 0) return next();',
      },
    ],
    caughtBy: ['src/server/http/event-loop-turns.test.ts'],
  },
  {
    name: 'keeps what waits for its turn when its connection is closed',
    edits: [
      {
        file: 'src/server/http/event-loop-turns.ts',
        find: '      own.delete(work);\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/event-loop-turns.test.ts'],
  },
  {
    name: 'reads all chunks of an iteration at once',
    edits: [
      {
        file: 'src/server/http/bodies/incoming-chunks.ts',
        find: 'cancelTurn = eventLoopTurns.begin(() => site, resume);\n      return',
        replace: 'resume();\n      return',
      },
    ],
    caughtBy: ['src/server/http/bodies/incoming-chunks.test.ts'],
  },
  {
    name: 'takes hundreds of chunks in a packet',
    edits: [
      {
        file: 'src/server/http/incoming-request.ts',
        find: 'this.#countOfRead() > CHUNKS_OF_READ || ',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'ends the turn of a whole list when its response begins',
    edits: [
      {
        file: 'src/server/http/middleware/list-turns.ts',
        find: 'if (!body) end();',
        replace: 'end();',
      },
    ],
    caughtBy: ['src/server/http/middleware/list-turns.test.ts', 'test/api/products.test.ts'],
  },
  {
    name: 'gives the place of a slow reader of a whole list to nobody',
    edits: [
      {
        file: 'src/server/http/middleware/list-turns.ts',
        find: 'setTimeout(turn.leavePlace, holdMs).unref()',
        replace: 'setTimeout(() => undefined, holdMs).unref()',
      },
    ],
    caughtBy: ['src/server/http/middleware/list-turns.test.ts'],
  },
  {
    name: 'streams any number of exports to a network at a time',
    edits: [
      {
        file: 'src/server/http/middleware/list-turns.ts',
        find: 'isCatalog || isOrders || isExport(req.path)',
        replace: 'isCatalog || isOrders',
      },
    ],
    caughtBy: ['test/api/exports.test.ts'],
  },
  {
    name: 'ends a stream that failed as if it were whole',
    edits: [
      {
        file: 'src/features/api-text-stream.ts',
        find: 'next = await iterator.next();\n      }',
        replace:
          'next = await iterator.next().catch(() => ({ done: true as const, value: undefined }));\n      }',
      },
    ],
    caughtBy: ['test/api/exports.test.ts'],
  },
  {
    name: 'takes bodies in crumbs',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '{ IncomingMessage: IncomingRequest, requireHostHeader: false }',
        replace: '{ requireHostHeader: false }',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'begins all pipelined requests of a connection at once',
    edits: [
      {
        file: 'src/server/http/one-request-at-a-time.ts',
        find: 'else if (state.isBusy) state.next',
        replace: 'else if (state.isBusy && state.next) state.next',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'responds to all posts of a packet',
    edits: [
      {
        file: 'src/server/http/one-request-at-a-time.ts',
        find: 'const MAX_PER_PACKET = 2;',
        replace: 'const MAX_PER_PACKET = 2_000;',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'lets Node refuse requests without a host, thousands in a packet',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: 'IncomingMessage: IncomingRequest, requireHostHeader: false }',
        replace: 'IncomingMessage: IncomingRequest }',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'inflates the texts of an image before it looks at its size',
    edits: [
      {
        file: 'src/features/images/encode-image.ts',
        find: "kind === 'png' ? stripPng(bytes) : bytes",
        replace: 'bytes',
      },
    ],
    caughtBy: ['test/api/uploads.test.ts'],
  },
  {
    name: 'lets an image take any amount of memory',
    edits: [
      {
        file: 'src/shared/process-limits.ts',
        find: 'if (residentMegabytes(child.pid) > megabytes) end',
        replace: 'if (residentMegabytes(child.pid) < 0) end',
      },
    ],
    caughtBy: ['src/shared/process-limits.test.ts'],
  },
  {
    name: 'counts only images that can be read',
    edits: [
      {
        file: 'src/features/images/images.ts',
        find: '  await countRepeated(ctx, sender, name);\n',
        replace: '  await checkImage(bytes, kind);\n',
      },
    ],
    caughtBy: ['test/api/upload-limits.test.ts'],
  },
  {
    name: 'renders any number of uncached pages at once, without turns',
    edits: [
      {
        file: 'src/server/cache/cache-entries.ts',
        find: 'if (running >= MAX_AT_ONCE) return null;',
        replace: '',
      },
    ],
    caughtBy: ['src/server/cache/cache-entries.test.ts'],
  },
  {
    name: 'forgets the renderings whose data has changed meanwhile',
    edits: [
      {
        file: 'src/server/cache/cache-entries.ts',
        find: 'if (running >= MAX_AT_ONCE)',
        replace: 'if (inProgress.size >= MAX_AT_ONCE)',
      },
    ],
    caughtBy: ['src/server/cache/cache-entries.test.ts'],
  },
  {
    name: 'keeps whatever waits in its memory',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '      count(request, response);\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/held-bytes.test.ts'],
  },
  {
    name: 'merges a guest cart into a full one',
    edits: [
      {
        file: 'src/features/cart/merge-carts.ts',
        find: 'ids.size < MAX_LINES && ids.add(variantId)',
        replace: 'MAX_LINES > 0 && ids.add(variantId)',
      },
    ],
    caughtBy: ['test/api/cart.test.ts'],
  },
  {
    name: 'shows all lines of ninety-six long orders on a page',
    edits: [
      {
        file: 'src/features/orders/lists/order-page.ts',
        find: 'return lines > mostLines && index > 0;',
        replace: 'return lines > mostLines && index > rows.length;',
      },
    ],
    caughtBy: ['src/features/orders/lists/order-page.test.ts'],
  },
  {
    name: 'sends all pages that waited for one check at once',
    edits: [
      {
        file: 'src/server/http/event-loop-turns.ts',
        find: 'if (!this.#isBeginning && this.#isYoung()) return undefined;',
        replace: 'if (site.length === 0) return undefined;',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'looks at unread responses only once in a second',
    edits: [
      {
        file: 'src/server/http/held-bytes.ts',
        find: 'if (recent > bounds.mostOfSite) sweep();',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/held-bytes.test.ts'],
  },
  {
    name: 'keeps unread bodies for as long as their requests wait',
    edits: [
      {
        file: 'src/server/http/held-bytes.ts',
        find: 'bytes: one.request.readableLength + one.response.writableLength',
        replace: 'bytes: one.response.writableLength',
      },
    ],
    caughtBy: ['src/server/http/held-bytes.test.ts'],
  },
  {
    name: 'does not count the bodies of requests that wait for the one before them',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '      count(request, response);\n      begin(request, response);\n',
        replace: '      begin(request, response);\n',
      },
      {
        file: 'src/server/http/listen.ts',
        find: '      // It is stopping, and its connections',
        replace: '      count(request, response);\n      // It is stopping, and its connections',
      },
    ],
    caughtBy: ['src/server/http/held-bytes.test.ts'],
  },
  {
    name: 'keeps any number of headers',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '  server.maxHeadersCount = MAX_HEADERS + 1;\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/protocol-checks.test.ts'],
  },
  {
    name: 'hands a freed chunk to the reader of a body that it closes',
    edits: [
      {
        file: 'src/server/http/held-bytes.ts',
        find: "  request.removeAllListeners('data');\n",
        replace: '',
      },
      {
        file: 'src/server/http/bodies/incoming-chunks.ts',
        find: ' || buffer.detached) return;',
        replace: ') return;',
      },
    ],
    caughtBy: ['src/server/http/held-bytes.test.ts'],
  },
];
