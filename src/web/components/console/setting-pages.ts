/** A page where staff set something. */
export interface SettingPage {
  label: string;
  to: string;
  about: string;
  /** Other words that people look for it by. */
  words: string;
}

/** The pages where staff set something, and what can be set on them. */
export const settingPages: readonly SettingPage[] = [
  {
    label: 'Delivery',
    to: '/admin/delivery',
    about: 'Delivery zones in their order, their prices, cut-off time, working days, days off',
    words: 'shipping zones postage price cost countries cutoff working days off holidays pickup',
  },
  {
    label: 'Add a delivery zone',
    to: '/admin/delivery/new',
    about: 'Places that have the same ways of delivery',
    words: 'shipping new country region postcode',
  },
  {
    label: 'Taxes',
    to: '/admin/taxes',
    about: 'Tax rates by country, region and category, and whether prices include them',
    words: 'VAT GST sales tax rates percent duty included',
  },
  {
    label: 'Return policy',
    to: '/admin/return-policy',
    about: 'Who pays for the way back, which items are final sales, days for returns',
    words: 'returns exchanges refund send back postage shipping final sale clearance policies',
  },
  {
    label: 'Categories',
    to: '/admin/categories',
    about: 'Categories and the menu of the shop',
    words: 'menu navigation header sections',
  },
  {
    label: 'Collections',
    to: '/admin/collections',
    about: 'Products that are chosen by hand or by a rule',
    words: 'menu rules sections groups',
  },
  {
    label: 'Texts',
    to: '/admin/texts',
    about: 'What buttons, headings and alerts of the shop say',
    words: 'words labels wording content headings buttons translation language copy',
  },
  {
    label: 'Pages',
    to: '/admin/pages',
    about: 'Pages with your own text, such as privacy and terms, and what the footer links',
    words: 'privacy terms imprint legal policy about content footer',
  },
  {
    label: 'Synonyms',
    to: '/admin/synonyms',
    about: 'Words that find the same products',
    words: 'search words spelling',
  },
  {
    label: 'Saved views',
    to: '/admin/products',
    about: 'Above the tables of products, orders and stock: filter one, then save the view',
    words: 'filters lists columns table',
  },
  {
    label: 'Previews of emails',
    to: '/admin/emails?list=previews',
    about: 'What customers and the shop receive',
    words: 'email templates texts notifications mail',
  },
  {
    label: 'Emails',
    to: '/admin/emails',
    about: 'Emails that wait to be sent',
    words: 'mail outbox notifications',
  },
  {
    label: 'Staff accounts',
    to: '/makeAdmin',
    about: 'Who is staff',
    words: 'admins people users roles permissions team',
  },
  {
    label: 'Invoices and VAT',
    to: '/admin/settings#documents.seller.taxNumber',
    about: 'What invoices, credit notes and debit notes print about the shop',
    words: 'documents credit notes tax number seller BIN',
  },
  {
    label: 'Retention',
    to: '/admin/settings#retention.guestCartDays',
    about: 'How long data is kept',
    words: 'privacy cleaning delete days carts emails sessions GDPR',
  },
  {
    label: 'Backups',
    to: '/admin/settings#DATA_DIR',
    about: 'Where the data is that a backup has to have',
    words: 'backup restore database folder export',
  },
  {
    label: 'Status',
    to: '/admin/status',
    about: 'What the shop is connected to, and what waits',
    words: 'connections health Stripe cards payments mail Google images version',
  },
  {
    label: 'Profile and password',
    to: '/account',
    about: 'Your own name, image, email and password',
    words: 'account change my login sign-in photo',
  },
];
