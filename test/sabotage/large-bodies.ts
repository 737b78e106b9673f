import type { Sabotage } from './patch.ts';

const BODIES = 'src/server/http/bodies/bodies.ts';
const STORED_PLACES = 'src/server/http/bodies/stored-places.ts';

/** How images and other large bodies arrive and wait. */
export const largeBodies: Sabotage[] = [
  {
    name: 'lets slow images keep their places',
    edits: [
      {
        file: 'src/server/http/bodies/arrivals.ts',
        find: 'pace >= leastPace) continue;',
        replace: 'pace < Infinity) continue;',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts', 'src/server/http/bodies/arrivals.test.ts'],
  },
  {
    name: 'lets many connections of few networks wait in front of everybody else',
    edits: [
      {
        file: 'src/server/http/bodies/waiting-line.ts',
        find: ' && !this.#pushOut(waiter.site)',
        replace: '',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts', 'src/server/http/bodies/arrivals.test.ts'],
  },
  {
    name: 'gives one network every place for images',
    edits: [
      {
        file: 'src/server/http/bodies/large-bodies.ts',
        find: 'lane.ofNetwork(network, ',
        replace: "lane.ofNetwork('everybody', ",
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts'],
  },
  {
    name: 'lets one site keep every place on disk',
    edits: [
      {
        file: STORED_PLACES,
        find: 'if (this.#taken >= this.#most) this.#pushOut(sender);',
        replace: 'if (this.#taken >= this.#most) throw busy();',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts', 'src/server/http/bodies/stored-places.test.ts'],
  },
  {
    name: 'processes the images of clients that left',
    edits: [
      {
        file: STORED_PLACES,
        find: "      signal.addEventListener('abort', waiter.refuse, { once: true });\n      if (signal.aborted) waiter.refuse();\n",
        replace: '',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts', 'src/server/http/bodies/stored-places.test.ts'],
  },
  {
    name: 'processes images in the order in which they came',
    edits: [
      {
        file: STORED_PLACES,
        find: 'if (use >= least) continue;',
        replace: 'if (use >= least || next) continue;',
      },
    ],
    caughtBy: ['src/server/http/bodies/stored-places.test.ts'],
  },
  {
    name: 'processes the images of guests before those of staff',
    edits: [
      {
        file: STORED_PLACES,
        find: 'of ofStaff.length > 0 ? ofStaff : ready)',
        replace: 'of ofStaff.length > Infinity ? ofStaff : ready)',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts', 'src/server/http/bodies/stored-places.test.ts'],
  },
  {
    name: 'lets guests occupy the places where images of staff arrive',
    edits: [
      {
        file: 'src/server/http/bodies/large-bodies.ts',
        find: 'isStaff ? this.#ofStaff : this.#ofOthers',
        replace: 'isStaff ? this.#ofOthers : this.#ofOthers',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts'],
  },
  {
    name: 'takes every account for staff when images wait',
    edits: [
      {
        file: 'src/server/http/bodies/staff-senders.ts',
        find: "return found?.user?.role === 'admin';",
        replace: 'return Boolean(found?.user);',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts'],
  },
  {
    name: 'forgets how long the images of a site took',
    edits: [
      {
        file: STORED_PLACES,
        find: '    this.#costs.add(work.site, now - work.since);\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/bodies/stored-places.test.ts'],
  },
  {
    name: 'waits for slow senders for ever',
    edits: [
      {
        file: 'src/server/http/bodies/receive-body.ts',
        find: 'if (received - before < pace.bytes) fail(tooSlow());',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/bodies/receive-body.test.ts'],
  },
  {
    name: 'lets an image keep its processing place while its site has no turn left',
    edits: [
      {
        file: BODIES,
        find: "        c.set('hasProcessingPlace', true);\n",
        replace: '',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts'],
  },
  {
    name: 'leaves large bodies on disk',
    edits: [
      {
        file: 'src/server/http/bodies/stored-body.ts',
        find: '  await unlink(path);\n',
        replace: '  void unlink;\n',
      },
    ],
    caughtBy: ['test/api/large-bodies.test.ts'],
  },
  {
    name: 'closes connections that it said it would keep',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '    autoCleanupIncoming: false,\n',
        replace: '',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
  {
    name: 'waits for the rest of a refused body as long as its client likes',
    edits: [
      {
        file: 'src/server/http/listen.ts',
        find: '    setTimeout(close, ms).unref();\n',
        replace: '    void [close, ms];\n',
      },
    ],
    caughtBy: ['src/server/http/listen.test.ts'],
  },
];
