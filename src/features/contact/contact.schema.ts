import { z } from 'zod';
import { LONGEST_EMAIL } from '#shared/field-lengths.ts';
import { withThousands } from '#shared/thousands.ts';
import { withoutInvisible } from '#shared/visible-text.ts';
import { LONGEST_MESSAGE, LONGEST_SENDER_NAME } from './contact-lengths.schema.ts';

const oneLine = (what: string, max: number) =>
  z
    .string()
    .transform(withoutInvisible)
    .pipe(
      z
        .string()
        .trim()
        .max(max, `${what} can have at most ${max} characters.`)
        .regex(
          /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u,
          `${what} cannot have line breaks or control characters.`,
        ),
    )
    .default('');

const email = z.email();

const MESSAGE_TOO_LONG = `A message can have at most ${withThousands(LONGEST_MESSAGE)} characters.`;

/** The contact form. No field is required; an email has to be valid or absent. */
export const contactMessage = z.object({
  user_name: oneLine('A name', LONGEST_SENDER_NAME),
  user_email: oneLine('An email address', LONGEST_EMAIL).refine(
    (text) => text === '' || email.safeParse(text).success,
    'That is not an email address.',
  ),
  // Removes the characters that the database can't store, and accepts the message.
  message: z
    .string()
    .transform((text) => text.replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().max(LONGEST_MESSAGE, MESSAGE_TOO_LONG))
    .default(''),
});

export type ContactMessage = z.infer<typeof contactMessage>;
