import type { ImagesPort } from '#adapters/images/port.ts';
import type { SearchPort } from '#adapters/search/port.ts';
import type { Config } from '#config.ts';
import type { Integration } from '#shared/integration.ts';

/** Describes which outside services are real, which are sandboxes, and which are missing. */
export function describeIntegrations({ config, ctx }: Described): Integration[] {
  return [
    describeCards(config),
    describeMail(config),
    describeContact(config),
    describeImages(ctx.images),
    describeGoogle(config),
    ...describeSearch(ctx),
  ];
}

/** The parts of the shop that the description needs. */
interface Described {
  config: Config;
  ctx: {
    images: Pick<ImagesPort, 'name' | 'where'>;
    search: Pick<SearchPort, 'where'> | null;
  };
}

/** Nothing without an engine of the owner's own: then PostgreSQL searches. */
function describeSearch({ search }: Described['ctx']): Integration[] {
  if (!search) return [];
  const by = `Typesense at ${search.where}; PostgreSQL while it does not respond`;
  return [{ name: 'Search', state: 'real', by, toDo: null }];
}

function describeImages({ name, where }: Described['ctx']['images']): Integration {
  const words = { disk: 'on disk, in', s3: 'in S3,', imgbb: 'at ImgBB,' };
  return { name: 'Images', state: 'real', by: `${words[name]} ${where}`, toDo: null };
}

function describeCards({ stripe, mode }: Config): Integration {
  const name = 'Card payments';
  if (stripe) {
    const isLive = stripe.secretKey.split('_')[1] === 'live';
    return {
      name,
      state: isLive ? 'real' : 'sandbox',
      by: isLive ? 'Stripe' : 'Stripe with test keys, no money moves',
      toDo: stripe.webhookSecret ? null : 'STRIPE_WEBHOOK_SECRET, to learn of payments at once',
    };
  }
  const toDo = 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY';
  return mode === 'demo'
    ? {
        name,
        state: 'sandbox',
        by: 'sandbox, no money moves: 4242 4242 4242 4242 pays',
        toDo,
      }
    : { name, state: 'missing', by: 'customers can pay later', toDo };
}

const MAIL_TO_DO = 'SMTP_URL and MAIL_FROM';

/** The service for order emails and emails about accounts. */
function describeMail({ mail: { smtp }, mode, baseUrl }: Config): Integration {
  const name = 'Mail';
  if (smtp) return { name, state: 'real', by: describeSmtp(smtp.url), toDo: null };
  return mode === 'demo'
    ? {
        name,
        state: 'sandbox',
        by: `captured and shown at ${baseUrl}/admin/emails`,
        toDo: MAIL_TO_DO,
      }
    : { name, state: 'missing', by: 'nobody: emails wait in the outbox', toDo: MAIL_TO_DO };
}

function describeContact(config: Config): Integration {
  const { emailjs } = config.mail;
  const name = 'Contact messages';
  if (!emailjs) return { ...describeMail(config), name };
  return emailjs.url
    ? { name, state: 'sandbox', by: 'a fake EmailJS', toDo: null }
    : { name, state: 'real', by: 'EmailJS', toDo: null };
}

// The address may contain a password.
function describeSmtp(url: string): string {
  return `SMTP by ${new URL(url).host}`;
}

function describeGoogle({ google, mode }: Config): Integration {
  const name = 'Google sign-in';
  if (google) return { name, state: 'real', by: google.issuer, toDo: null };
  const toDo = 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET';
  return mode === 'demo'
    ? { name, state: 'sandbox', by: 'sandbox, which lets you sign in as anybody', toDo }
    : { name, state: 'missing', by: 'people sign in by email and password', toDo };
}
