/**
 * The card sandbox's calls for browsers, in place of the provider's script. Demo and tests only.
 */
import { z } from '@hono/zod-openapi';
import type { PaymentsSandbox } from '#adapters/payments/sandbox.ts';
import { apiRoute, newRouter } from '#features/api-route.ts';

const confirm = apiRoute({
  method: 'post',
  path: '/sandbox/confirm',
  tags: ['Card sandbox'],
  summary: 'Confirm a payment with a test card',
  description:
    '4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has insufficient funds, 4000 0025 0000 3155 asks for authentication first (then send `authenticated: true`).',
  policy: 'public',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            clientSecret: z.string().min(1).max(200),
            card: z.object({
              number: z.string().regex(/^[\d\s-]{12,30}$/, 'A card number has digits only.'),
              expMonth: z.coerce.number().int().min(1).max(12),
              expYear: z.coerce.number().int().min(0).max(2200),
              cvc: z.string().regex(/^\d{3,4}$/, 'A CVC is three or four digits.'),
            }),
            authenticated: z.boolean().optional(),
          }),
        },
      },
    },
  },
  returns: {
    status: 200,
    description: 'The status of the payment',
    schema: z.object({
      id: z.string(),
      status: z.string(),
      amount: z.int(),
      created: z.int(),
      last4: z.string().nullable(),
    }),
  },
  refusals: ['invalid_request', 'payment_failed', 'not_found'],
});

export function createSandboxApi(sandbox: PaymentsSandbox) {
  const api = newRouter();
  api.openapi(confirm, async (c) => {
    const { id, status, amountMinor, created, last4 } = await sandbox.confirm(c.req.valid('json'));
    return c.json({ id, status, amount: amountMinor, created, last4 }, 200);
  });
  return api;
}
