import { transitions } from '../../src/features/orders/order-states.ts';

/** Events that do not change an order's state. */
const WITHOUT_CHANGE = [
  [
    'refund',
    'paid',
    'An admin refunds some or all of the money, here or at the provider. The order stays paid and shows the refund.',
  ],
  [
    'refund-settled',
    'paid',
    'An admin closes a refund that the provider refuses, with a note: the money was returned in another way.',
  ],
  [
    'refund-withdrawn',
    'paid',
    'An admin closes a refund that the provider refuses, with a note, and nothing was returned.',
  ],
  [
    'deleted',
    'paid, cancelled',
    'Its owner removes it from My Orders, or an admin from All Orders. An unpaid order is cancelled instead.',
  ],
  [
    'restored',
    'any',
    'An admin restores it from the archive, or the person who deleted it undoes that.',
  ],
];

/** The text of docs/order-states.md. */
export function describeOrderStates(): string {
  const ends = new Set(transitions.map(({ to }) => to));
  for (const { from } of transitions) ends.delete(from);
  return `# The states of an order

\`npm run docs:states\` writes this page from [\`order-states.ts\`](../src/features/orders/order-states.ts); \`npm test\` fails when the two differ. A database trigger keeps ${[...ends].join(' and ')} orders in that state.

\`\`\`mermaid
stateDiagram-v2
    [*] --> pending: place
${transitions.map(({ from, event, to }) => `    ${from} --> ${to}: ${event}`).join('\n')}
${[...ends].map((state) => `    ${state} --> [*]`).join('\n')}
\`\`\`

| event | from | to | when, and what else happens |
| --- | --- | --- | --- |
| place | | pending | A customer orders. Prices are read and stock is taken under locks; history, receipt. Or the deletion of an unpaid order is undone: a new order replaces the cancelled one ([0020](decisions/0020-undo-of-a-deleted-order.md)). |
${transitions.map(({ from, event, to, when }) => `| ${event} | ${from} | ${to} | ${when} |`).join('\n')}
${WITHOUT_CHANGE.map(([event, from, when]) => `| ${event} | ${from} | unchanged | ${when} |`).join('\n')}

Each event is one row in \`order_events\`, with who did it. Removing an order from My Orders or All Orders is not a state: the owner's deletion sets \`hidden_by_owner_at\`, the admin's \`archived_at\`. An unpaid order is cancelled first.

Money for an order that can't take it (cancelled, already paid, another amount) is recorded and refunded. The order stays as it is. See [operations](operations.md).
`;
}
