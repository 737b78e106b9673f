/** Describes the environment variables for staff. What could be a secret is only said to be set. */
import type { Config } from '#config.ts';
import { overrideVariables } from '#config-production.ts';
import type { RetentionVariable } from '#features/retention/retention-rules.ts';
import { NOT_SET, type Setting, type SettingGroup } from '#features/settings/settings.schema.ts';
import { counted } from '#shared/counted.ts';

const FILE = 'docs/configuration.md';
const SECRET = 'Set, and secret';

type Row = [name: string, about: string, value: string, words?: string];

/** Every variable that `readConfig` reads, with its present value or what takes its place. */
export function environmentSettings(config: Config): SettingGroup[] {
  const groups: [title: string, docs: SettingGroup['docs'], rows: Row[]][] = [
    ['The server', { file: FILE, part: 'The shop' }, serverRows(config)],
    [
      'Data and backups',
      { file: 'docs/operations.md', part: 'Backup and restore' },
      dataRows(config),
    ],
    [
      'How long rows are kept',
      { file: FILE, part: 'How long rows are kept' },
      retentionRows(config),
    ],
    ['Security', { file: FILE, part: 'The shop' }, securityRows(config)],
    ['Sign-in with Google', { file: FILE, part: 'Sign-in with Google' }, googleRows(config)],
    ['Cards', { file: FILE, part: 'Cards' }, cardRows(config)],
    ['Sending emails', { file: FILE, part: 'Email' }, mailRows(config)],
    ['Storing images', { file: FILE, part: 'Images' }, imageRows(config)],
    ['Search engine', { file: FILE, part: 'A search engine' }, searchRows(config)],
  ];
  return groups.map(([title, docs, rows]) => ({
    title,
    place: 'environment',
    docs,
    settings: rows.map(
      ([name, about, value, words = '']): Setting => ({ name, about, value, words }),
    ),
  }));
}

const shown = (value: string | null | undefined): string => value ?? NOT_SET;
/** An address without what may be a password before its host. */
function address(url: string | null | undefined): string {
  if (!url) return NOT_SET;
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/$/, '');
}

const secret = (value: unknown): string => (value ? SECRET : NOT_SET);
const listed = (values: string[]): string => values.join(', ') || NOT_SET;

const serverRows = (config: Config): Row[] => [
  ['SHOP_MODE', 'A demo, or a shop with real customers', config.mode, 'demo live'],
  ['BASE_URL', 'The address that people type', config.baseUrl, 'domain URL'],
  ['PORT', 'The port that it listens on', String(config.port)],
  ['HOST', 'The address of this machine that it listens on', config.host ?? 'All of them'],
  [
    'SHOP_ACCESS',
    'Who sees categories and products',
    config.access ?? 'As shop.config.ts says',
    'login public members',
  ],
  [
    'GUEST_CHECKOUT',
    'Whether people may order without an account',
    config.guestCheckout === null ? 'As shop.config.ts says' : config.guestCheckout ? 'on' : 'off',
    'guests checkout without account',
  ],
  ['PAGE_CACHE_MB', 'Memory for rendered pages', `${config.pageCacheMb} MB`, 'cache speed'],
  [
    'UNPAID_LIMIT_FACTOR',
    'Multiplies the limits on unpaid orders, for load tests',
    String(config.unpaidLimitFactor),
  ],
];

const dataRows = ({ dataDir, databaseUrl, databaseWaitSeconds }: Config): Row[] => [
  [
    'DATA_DIR',
    'The folder for data, secrets and uploaded images; a backup has to have it',
    dataDir ?? './data',
    'backups restore folder',
  ],
  [
    'DATABASE_URL',
    'The database; a backup has to have it',
    databaseUrl ? SECRET : 'Not set: the shop runs its own, in the folder for data',
    'backups restore PostgreSQL',
  ],
  [
    'DATABASE_WAIT_SECONDS',
    'How long a start waits for the database',
    `${databaseWaitSeconds} seconds`,
  ],
];

const retentionRows = ({ retention, sessionDays }: Config): Row[] => [
  [
    'SESSION_DAYS',
    'How long a sign-in lasts after its last use',
    counted(sessionDays, 'day'),
    'sessions login retention privacy',
  ],
  ...Object.entries(retention).map(
    ([name, days]): Row => [
      name,
      retentionWords[name as RetentionVariable],
      days === null ? 'For ever' : counted(days, 'day'),
      'retention privacy delete removal',
    ],
  ),
];

const retentionWords: Record<RetentionVariable, string> = {
  KEEP_SENT_EMAILS_DAYS: 'How long sent emails are kept',
  KEEP_PROVIDER_EVENTS_DAYS: 'How long processed messages from the card provider are kept',
  KEEP_RETURN_PHOTOS_DAYS: 'How long photos of ended returns are kept',
  KEEP_SEARCH_COUNTS_DAYS: 'How long counts of searches are kept',
  KEEP_STAFF_JOBS_DAYS: 'How long finished imports and bulk edits are listed and can be undone',
};

const securityRows = (config: Config): Row[] => [
  [
    'AUTH_SECRET',
    'Signs session cookies',
    config.authSecret ? SECRET : 'Made at the first start, and secret',
    'sessions sign-in',
  ],
  [
    'ADMIN_EMAILS',
    'Who is staff once their email is confirmed',
    listed(config.adminEmails),
    'admins staff accounts',
  ],
  ['TRUSTED_PROXIES', 'Proxies whose word on addresses counts', listed(config.trustedProxies)],
  [
    'HSTS_SUBDOMAINS',
    'Whether browsers use https for subdomains too',
    config.hstsSubdomains ? 'yes' : 'no',
    'https certificate',
  ],
  ...Object.keys(overrideVariables).map((name): Row => {
    const isSet = config.overrides.some((one) => one === name);
    return [name, overrideWords[name as keyof typeof overrideVariables], isSet ? 'yes' : NOT_SET];
  }),
];

const overrideWords: Record<keyof typeof overrideVariables, string> = {
  ALLOW_STRIPE_TEST_KEYS: 'Whether production takes test keys of Stripe',
  ALLOW_HTTP: 'Whether production serves without https',
  ALLOW_DEMO_DATABASE: 'Whether production uses a database that served a demo',
};

const googleRows = ({ google }: Config): Row[] => [
  ['GOOGLE_CLIENT_ID', 'The web client for the sign-in', google ? 'Set' : NOT_SET, 'login OpenID'],
  ['GOOGLE_CLIENT_SECRET', 'The secret of the client', secret(google)],
  ['GOOGLE_ISSUER', 'The provider of the sign-in', address(google?.issuer), 'OpenID'],
];

const cardRows = ({ stripe }: Config): Row[] => [
  ['STRIPE_SECRET_KEY', 'Takes cards through Stripe', secret(stripe), 'payments'],
  ['STRIPE_PUBLISHABLE_KEY', 'For the card form of the page', stripe ? 'Set' : NOT_SET, 'payments'],
  ['STRIPE_WEBHOOK_SECRET', 'Checks what Stripe sends', secret(stripe?.webhookSecret), 'payments'],
  ['STRIPE_API_URL', 'A fake of Stripe, in tests', address(stripe?.apiUrl)],
];

const mailRows = ({ mail: { smtp, emailjs } }: Config): Row[] => [
  ['SMTP_URL', 'The mail account that sends the emails', secret(smtp), 'mail server'],
  ['MAIL_FROM', 'The address that emails come from', shown(smtp?.from), 'sender'],
  ['EMAILJS_SERVICE_ID', 'Sends contact messages by EmailJS', emailjs ? 'Set' : NOT_SET],
  ['EMAILJS_TEMPLATE_ID', 'The template of EmailJS', emailjs ? 'Set' : NOT_SET],
  ['EMAILJS_USER_ID', 'The public key of EmailJS', emailjs ? 'Set' : NOT_SET],
  ['EMAILJS_ACCESS_TOKEN', 'The private key of EmailJS', secret(emailjs?.accessToken)],
  ['EMAILJS_URL', 'A fake of EmailJS, in tests', address(emailjs?.url)],
];

const searchRows = ({ search }: Config): Row[] => [
  [
    'SEARCH_URL',
    'A Typesense server that finds products, instead of PostgreSQL alone',
    address(search?.url),
    'Typesense',
  ],
  ['SEARCH_API_KEY', 'Who may search and write there', secret(search), 'Typesense'],
];

function imageRows({ images }: Config): Row[] {
  const s3 = images.name === 's3' ? images : null;
  const imgbb = images.name === 'imgbb' ? images : null;
  return [
    ['S3_BUCKET', 'Stores uploaded images in a bucket', shown(s3?.bucket), 'uploads photos'],
    ['S3_REGION', 'The region of the bucket', shown(s3?.region)],
    ['S3_ENDPOINT', 'Another server that speaks S3', address(s3?.endpoint)],
    ['S3_ACCESS_KEY_ID', 'Who may write to the bucket', secret(s3)],
    ['S3_SECRET_ACCESS_KEY', 'The secret of who may write to it', secret(s3)],
    ['S3_PUBLIC_URL', 'Where browsers find the bucket', address(s3?.publicUrl)],
    ['IMGBB_KEY', 'Stores uploaded images at ImgBB', secret(imgbb), 'uploads photos'],
    ['IMGBB_URL', 'Another address of ImgBB', address(imgbb?.url)],
  ];
}
