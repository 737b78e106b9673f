import type { Sabotage } from './patch.ts';

const CLIENT = 'src/adapters/payments/stripe-client.ts';
const STRIPE_TEST = 'test/adapters/stripe.test.ts';

/** Ways to let a card provider that hangs, or sends what is no list, stop more than cards. */
export const providerWaits: Sabotage[] = [
  {
    name: 'counts requests that wait for the provider like those that use the database',
    edits: [
      {
        file: CLIENT,
        find: 'waitOutside(() => Promise.race([operation.run(signal, work), passed]))',
        replace: 'Promise.race([operation.run(signal, work), passed])',
      },
      {
        file: CLIENT,
        find: "import { waitOutside } from '#shared/outside-waits.ts';\n",
        replace: '',
      },
    ],
    caughtBy: [STRIPE_TEST],
  },
  {
    name: 'does not know which request waits for an outside service',
    edits: [
      {
        file: 'src/server/http/middleware/fair-turns.ts',
        find: 'await runCounted(turn, next);',
        replace: 'await next();',
      },
    ],
    caughtBy: ['src/server/http/middleware/fair-turns.test.ts'],
  },
  {
    name: 'fails where the provider sends JSON that is no list',
    edits: [
      {
        file: 'src/adapters/payments/stripe.ts',
        find: 'if (!(error instanceof Error) || error.constructor !== Error) throw error;',
        replace: 'if (error) throw error;',
      },
    ],
    caughtBy: [STRIPE_TEST],
  },
];
