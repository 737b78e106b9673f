import { z } from 'zod';
import { isOrigin, isSmtpUrl } from './config-addresses.ts';

export interface MailConfig {
  /** Sends all emails; null: not set up. */
  smtp: { url: string; from: string } | null;
  /**
   * Sends contact messages, by the specification's template; null: they are sent as all other
   * emails.
   */
  emailjs: {
    serviceId: string;
    templateId: string;
    userId: string;
    accessToken: string | null;
    /** Null: EmailJS's own address. */
    url: string | null;
  } | null;
}

/** The environment variables for emails. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'must look like smtp://user:password@host:587 or smtps://…:465, and @ : / ? # % in the password must be encoded (% is %25)',
    ),
  MAIL_FROM: z.email('must be an email address'),
  EMAILJS_SERVICE_ID: z.string(),
  EMAILJS_TEMPLATE_ID: z.string(),
  EMAILJS_USER_ID: z.string(),
  EMAILJS_ACCESS_TOKEN: z.string(),
  EMAILJS_URL: z.string().refine(isOrigin, 'must be an address without a path'),
};

type MailEnvironment = { [name in keyof typeof mailVariables]?: string | undefined };

/** The services that these variables describe, and one line for each error in them. */
export function readMail(
  mode: 'demo' | 'production',
  env: MailEnvironment,
): { services: MailConfig; faults: string[] } {
  const faults: string[] = [];
  const {
    SMTP_URL: url,
    MAIL_FROM: from,
    EMAILJS_SERVICE_ID: serviceId,
    EMAILJS_TEMPLATE_ID: templateId,
    EMAILJS_USER_ID: userId,
  } = env;
  if ((url === undefined) !== (from === undefined)) {
    faults.push('SMTP_URL and MAIL_FROM must be set together, or not at all.');
  }
  const known = [serviceId, templateId, userId].filter((id) => id !== undefined).length;
  if (known !== 0 && known !== 3) {
    faults.push(
      'EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID and EMAILJS_USER_ID must be set together, or not at all.',
    );
  }
  if (mode === 'production' && env.EMAILJS_URL !== undefined) {
    faults.push('EMAILJS_URL is for tests and must not be set in production.');
  }
  const emailjs =
    serviceId && templateId && userId
      ? {
          serviceId,
          templateId,
          userId,
          accessToken: env.EMAILJS_ACCESS_TOKEN ?? null,
          url: env.EMAILJS_URL ?? null,
        }
      : null;
  return { services: { smtp: url && from ? { url, from } : null, emailjs }, faults };
}
