import { transitions } from '../../src/features/orders/order-state.ts';

/** What happens to an order without changing its state; each is a row of its history, too. */
const WITHOUT_CHANGE = [
  [
    'refund',
    'paid',
    'An admin gives back some of the money or all of it, or it is done at the provider. The order stays paid; what was given back stands beside it.',
  ],
  [
    'refund-settled',
    'paid',
    'An admin closes a refund that the provider refuses, with a note: the money went back in another way, or is not to.',
  ],
  [
    'deleted',
    'paid, cancelled',
    'Its owner takes it out of My Orders, or an admin out of All Orders. Deleting one that is not paid is its cancellation.',
  ],
  [
    'restored',
    'any',
    'An admin brings it back from the archive into All Orders, or whoever deleted it undoes that.',
  ],
];

/** The text of docs/order-states.md. */
export function describeOrderStates(): string {
  const ends = new Set(transitions.map(({ to }) => to));
  for (const { from } of transitions) ends.delete(from);
  return `# The states of an order

Drawn from [\`order-state.ts\`](../src/features/orders/order-state.ts) by \`npm run docs:states\`; \`npm test\` fails when the two differ. A trigger of the database lets no order leave ${[...ends].join(' or ')}.

\`\`\`mermaid
stateDiagram-v2
    [*] --> pending: place
${transitions.map(({ from, event, to }) => `    ${from} --> ${to}: ${event}`).join('\n')}
${[...ends].map((state) => `    ${state} --> [*]`).join('\n')}
\`\`\`

| event | from | to | when, and what goes with it |
| --- | --- | --- | --- |
| place | | pending | Somebody orders. Prices are read and stock is taken under locks; history, receipt. Or the deletion of an unpaid order is undone: the same is placed again, in place of the cancelled one ([0020](decisions/0020-undo-of-a-deleted-order.md)). |
${transitions.map(({ from, event, to, when }) => `| ${event} | ${from} | ${to} | ${when} |`).join('\n')}
${WITHOUT_CHANGE.map(([event, from, when]) => `| ${event} | ${from} | unchanged | ${when} |`).join('\n')}

Every row of the table is one row in \`order_events\`, with who did it. Taking an order out of My Orders or All Orders is no state: the owner's deletion sets \`hidden_by_owner_at\`, the admin's \`archived_at\`, and an unpaid order is cancelled first.

Money that comes for an order that can't take it (cancelled, paid already, another amount) is written down and given back; the order stays as it is. See [operations](operations.md).
`;
}
