/** The settings of `shop.config.ts`, by what they are about. */
import { counted } from '#shared/counted.ts';
import type { ShopConfig, UnpaidLimit } from '#shared/shop-config.ts';
import { DEFAULT_SKU_PATTERN } from '#shared/sku-pattern.ts';
import { withThousands } from '#shared/thousands.ts';
import { emailSettings } from './email-settings.ts';
import { amount, countedOr, listed, setting, workingDays, yesOrNo } from './setting-words.ts';
import { NOT_SET, type Setting, type SettingGroup } from './settings.schema.ts';

const FILE = 'docs/configuration.md';

/** Every setting of the file, in groups. */
export function fileSettings(shop: ShopConfig): SettingGroup[] {
  const groups: [title: string, docs: SettingGroup['docs'], settings: Setting[]][] = [
    ['The shop', { file: FILE, part: 'Configuration' }, shopSettings(shop)],
    ['Contact and footer', { file: FILE, part: 'Configuration' }, contactSettings(shop)],
    ['Products', { file: FILE, part: 'Configuration' }, productSettings(shop)],
    ['Delivery', { file: 'docs/operations.md', part: 'Shipping' }, deliverySettings(shop)],
    ['Orders', { file: 'docs/operations.md', part: 'Refunds and returns' }, orderSettings(shop)],
    [
      'Limits on unpaid orders',
      { file: 'docs/operations.md', part: 'Held stock' },
      unpaidSettings(shop),
    ],
    ['Invoices and VAT', { file: FILE, part: 'Invoices' }, documentSettings(shop)],
    ['Emails', { file: 'docs/operations.md', part: 'Emails to the shop' }, emailSettings(shop)],
    [
      'Retention',
      { file: 'docs/operations.md', part: 'What is cleaned up' },
      [
        setting(
          'retention.guestCartDays',
          'How long the cart of somebody without an account is kept after it was last used',
          countedOr('For ever', shop.retention.guestCartDays, 'day'),
          'privacy data cookie cleaning',
        ),
      ],
    ],
  ];
  return groups.map(([title, docs, settings]) => ({
    title,
    place: 'shop.config.ts',
    docs,
    settings,
  }));
}

const shopSettings = ({
  brand,
  tagline,
  currency,
  locale,
  timeZone,
  access,
  guestCheckout,
}: ShopConfig) => [
  setting('brand', 'The name of the shop', brand, 'logo title'),
  setting('tagline', 'The sentence below the name of the shop', tagline, 'slogan'),
  setting('currency', 'What all amounts are in', currency, 'money prices'),
  setting('locale', 'Whose way of writing amounts', locale, 'language format'),
  setting('timeZone', 'Where the clock of the shop is', timeZone, 'timezone clock'),
  setting(
    'access',
    'Who sees categories and products; SHOP_ACCESS overrules it',
    access === 'members' ? 'Only who is signed in' : 'Everyone, search engines included',
    'login public members browse SEO',
  ),
  setting(
    'guestCheckout',
    'Who may order; GUEST_CHECKOUT overrules it',
    guestCheckout ? 'Everyone, also without an account' : 'Only who has an account',
    'guests checkout without account',
  ),
];

const contactSettings = ({ contact, footer }: ShopConfig) => [
  setting('contact.address', 'The address of the shop', listed(contact.address)),
  setting('contact.phone', 'The telephone of the shop', contact.phone, 'telephone'),
  setting('contact.email', 'The email of the shop; contact messages go there', contact.email),
  setting('contact.hours', 'When somebody of the shop is there', contact.hours, 'opening times'),
  setting(
    'footer.columns',
    'The links at the end of each page; those of categories and collections follow the console',
    footer.columns
      .map(({ title, links }) => `${title}: ${listed(links.map(({ label }) => label))}`)
      .join('; '),
  ),
  setting(
    'footer.social',
    'The links to social networks',
    listed(footer.social.map(({ label }) => label)),
    'social Instagram Facebook YouTube',
  ),
];

const productSettings = (shop: ShopConfig) => [
  setting(
    'categories',
    'The first categories; an open shop has its own under Categories',
    listed(shop.categories.map(({ name }) => name)),
    'menu',
  ),
  setting('offerCategory', 'The first category of the offers', shop.offerCategory, 'home page'),
  setting(
    'offerPage',
    'The address and the line of the page of offers',
    listed(Object.values(shop.offerPage)),
  ),
  setting(
    'colorFamilies',
    'Words of colors for the filters, besides those that the shop knows',
    listed(
      Object.entries(shop.colorFamilies ?? {}).map(
        ([family, colors]) => `${family}: ${listed(colors)}`,
      ),
    ),
    'colours shades',
  ),
  setting(
    'startingInventory',
    'Stock of a product that Add Product adds without a number',
    counted(shop.startingInventory, 'unit'),
    'stock',
  ),
  setting(
    'skuPattern',
    'The SKU of a variant that is added without one',
    shop.skuPattern ?? DEFAULT_SKU_PATTERN,
    'article number pattern',
  ),
  setting(
    'lowStockAt',
    'From how few units stock is low; a variant may have its own number',
    counted(shop.lowStockAt, 'unit'),
    'stock few left',
  ),
  setting(
    'imageHosts',
    'Hosts that images may come from, beside the shop itself',
    listed(shop.imageHosts),
    'photos pictures CSP',
  ),
];

const deliverySettings = ({ shipping, carriers }: ShopConfig) => [
  setting('shipping.country', 'The country of the shop', shipping.country),
  setting(
    'shipping.countries',
    'Countries that the shop delivers to',
    listed(shipping.countries),
    'countries abroad',
  ),
  setting(
    'shipping.addressRequired',
    'Whether an order needs a whole address',
    yesOrNo(shipping.addressRequired ?? false),
    'street checkout',
  ),
  setting(
    'shipping.rules',
    'The first delivery zones; an open shop has its own under Delivery',
    shipping.rules.map((rule) => `${rule.cityContains}: ${amount(rule.cost)}`).join(', ') || 'None',
    'zones price cost cities',
  ),
  setting(
    'shipping.otherwise',
    'The first price of shipping everywhere else',
    amount(shipping.otherwise),
    'cost',
  ),
  setting(
    'shipping.otherwiseDays',
    'How long a parcel takes in the own country at first',
    workingDays(shipping.otherwiseDays),
  ),
  setting(
    'shipping.abroadDays',
    'How long a parcel takes to other countries at first',
    workingDays(shipping.abroadDays),
  ),
  setting(
    'shipping.cutOff',
    'Until when an order leaves on the same day; an open shop has its own under Delivery',
    shipping.cutOff ?? NOT_SET,
    'cutoff time dispatch',
  ),
  setting(
    'shipping.workingDays',
    'The first working days; an open shop has its own under Delivery',
    listed(shipping.workingDays),
    'weekdays holidays',
  ),
  setting(
    'carriers',
    'Carriers besides the common ones',
    listed(carriers.map(({ name }) => name)),
    'couriers tracking parcels',
  ),
];

const orderSettings = (shop: ShopConfig) => [
  setting(
    'paymentDueDays',
    'When an unpaid order is cancelled and its stock given back',
    `After ${counted(shop.paymentDueDays, 'day')}`,
    'pay later unpaid',
  ),
  setting(
    'cancelPaidWithinHours',
    'How long customers may cancel a paid order that is not sent',
    countedOr('Never', shop.cancelPaidWithinHours ?? 0, 'hour'),
    'cancellation refund',
  ),
  setting(
    'undoSeconds',
    'How long the deletion of an unpaid order can be undone',
    counted(shop.undoSeconds, 'second'),
  ),
  setting(
    'returns.days',
    'How long after its delivery an item can be sent back',
    countedOr('Never', shop.returns.days, 'day'),
    'refund send back',
  ),
  setting(
    'returns.requestsPerDay',
    'Requests for returns of one account in a day',
    withThousands(shop.returns.requestsPerDay),
    'limit',
  ),
  setting(
    'returns.exchangeDays',
    'How long after the approval another size or colour is reserved in exchange',
    countedOr('No exchanges', shop.returns.exchangeDays ?? 0, 'day'),
    'return exchange',
  ),
];

function unpaidSettings({ unpaidOrders: rules }: ShopConfig): Setting[] {
  const limit = (of: UnpaidLimit) =>
    `${counted(of.orders, 'order')}, ${counted(of.units, 'unit')}, ${amount(of.amount)}`;
  const each = ({ account, network }: Record<'account' | 'network', number>) =>
    `${withThousands(account)} of an account, ${withThousands(network)} of a connection`;
  const rows: [name: string, about: string, value: string][] = [
    [
      'unverifiedHours',
      'How long an account without a confirmed email reserves stock',
      counted(rules.unverifiedHours, 'hour'),
    ],
    ['account', 'What one account may leave unpaid', limit(rules.account)],
    ['network', 'What all behind one internet connection may leave unpaid', limit(rules.network)],
    [
      'deletedPerHour',
      'Orders that may be deleted or cancelled in an hour',
      each(rules.deletedPerHour),
    ],
    [
      'providerAskedPerMinute',
      'Requests to the card provider in a minute',
      each(rules.providerAskedPerMinute),
    ],
    [
      'cardTimes',
      'How far an order that is being paid by card may go beyond these limits',
      `${rules.cardTimes} times`,
    ],
    [
      'alertPercent',
      'From which share of all units in one hand staff are told',
      `${rules.alertPercent}%`,
    ],
    ['alertUnits', 'And from how many units in one hand', counted(rules.alertUnits, 'unit')],
  ];
  return rows.map(([name, about, value]) =>
    setting(`unpaidOrders.${name}`, about, value, 'limit unpaid held reserved stock'),
  );
}

function documentSettings({ documents, brand, contact }: ShopConfig): Setting[] {
  const seller = documents?.seller;
  const words = 'invoice credit note document';
  return [
    setting(
      'documents.invoicePrefix',
      'Before the number of an invoice',
      documents?.invoicePrefix ?? 'INV-',
      words,
    ),
    setting(
      'documents.creditNotePrefix',
      'Before the number of a credit note',
      documents?.creditNotePrefix ?? 'CN-',
      words,
    ),
    setting(
      'documents.debitNotePrefix',
      'Before the number of a debit note',
      documents?.debitNotePrefix ?? 'DN-',
      words,
    ),
    setting('documents.seller.name', 'The legal name on invoices', seller?.name ?? brand, words),
    setting(
      'documents.seller.address',
      'The address on invoices',
      listed(seller?.address ?? contact.address),
      words,
    ),
    setting(
      'documents.seller.taxNumber',
      'The tax number on invoices',
      seller?.taxNumber ?? NOT_SET,
      `${words} VAT tax BIN`,
    ),
    setting(
      'documents.note',
      'The sentence at the end of invoices',
      documents?.note ?? NOT_SET,
      words,
    ),
  ];
}
