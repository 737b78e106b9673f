/** An address in calls. */
import { z } from '@hono/zod-openapi';

const part = z.string().nullable();

export const addressJson = z.object({
  recipient: z.string(),
  company: part,
  line1: z.string(),
  line2: part,
  city: part,
  region: part,
  postcode: part,
  country: z.string().openapi({ description: 'ISO 3166-1 alpha-2.', example: 'BD' }),
  phone: part.openapi({ description: 'E.164.', example: '+8801712345678' }),
});
