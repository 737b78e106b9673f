/**
 * The fixed texts that customers read and an owner may change. The specification's are literal, odd
 * spelling included. Loaders send the texts of a page, by `textsOf`; those of every page are in the
 * data of `root.tsx`.
 */
/** The most characters of a button or a heading of a column, and of a line. */
const MOST_OF_LABEL = 40;
const MOST_OF_LINE = 200;

interface DefaultText {
  text: string;
  /** Where it is, for staff. */
  where: string;
  /** The most characters of a text in its place. */
  most: number;
}

const label = (text: string, where: string): DefaultText => ({ text, where, most: MOST_OF_LABEL });
const line = (text: string, where: string): DefaultText => ({ text, where, most: MOST_OF_LINE });

// Pages without their data, such as that of an error, show the names instead of these texts.
const onEveryPage = {
  addToCart: label('Add To Cart', 'Button of cards, quick view and product page'),
  quickView: label('Quick View', 'Button of cards in lists'),
  buyItNow: label('Buy It Now', 'Button of the product page'),
  inStock: label('In Stock', 'Product page'),
  notInStock: label('Not In Stock', 'Product page'),
  quantity: label('Quantity :', 'Box after a product was added, before the number'),
  proceedToCart: label('Proceed To Cart', 'Button of the box after a product was added'),
  continueShopping: label('Continue Shopping', 'Button of that box and of the cart drawer'),
  yourCart: label('Your Shopping Cart', 'Title of the cart drawer'),
  subTotal: label('SubTotal', 'Cart drawer, before the sum'),
  viewCart: label('View Cart', 'Button of the cart drawer'),
};

const home = {
  newSeason: line('New this season', 'Heading above the tabs of categories'),
  favorites: line('Grab You Favorite Things', 'Heading above the tiles of categories'),
  stockItems: label('Stock Items 50', 'Each tile of a category'),
  offer: label('Offer', 'Above the heading of the offers'),
  offerTitle: line('20% Discount On Our Full Set Item', 'Heading of the offers'),
  newArrivals: label('New Arrivals', 'Each offer'),
  shopNow: label('Shop Now', 'Button of each offer'),
  seeAll: label('See all', 'Button below the offers'),
  contactTitle: line('Contact With Us', 'Heading of the contact section'),
  contactIntro: line(
    'A question about a size, an order or a return? Write or call, a person answers.',
    'Below the heading of the contact section',
  ),
  yourName: label('Your Name', 'Field of the contact form'),
  yourEmail: label('Your Email', 'Field of the contact form'),
  yourMessage: label('Your Message', 'Field of the contact form'),
  send: label('Send', 'Button of the contact form'),
};

const cart = {
  title: line('Shopping cart', 'Heading of the page'),
  empty: line('Your cart is empty', 'Instead of the table, without products'),
  findSomething: label('Find something you like', 'Button of the empty cart'),
  productsName: label('Products Name', 'Column of the table'),
  unitPrice: label('Unit Price', 'Column of the table'),
  quantity: label('Quantity', 'Column of the table'),
  amount: label('Amount', 'Column of the table'),
  removeItem: label('Remove Item', 'Column of the table'),
  estimate: line('Estimate shipping', 'Heading of the estimate'),
  cityName: label('City Name', 'Field of the estimate'),
  zipCode: label('Zip Code', 'Field of the estimate'),
  update: label('Update', 'Button of the estimate'),
  abroad: label('Shipping to another country?', 'Opens the estimate for another country'),
  grandTotal: line('Grand Total', 'Heading of the total'),
  subTotal: label('Sub Total', 'Row of the total'),
  shippingCost: label('Shipping Cost', 'Row of the total'),
  total: label('Total', 'Row of the total'),
  checkout: label('Checkout', 'Button below the total'),
};

const checkout = {
  title: line('Checkout', 'Heading of the page'),
  contact: label('Contact', 'Before the email address'),
  shipTo: label('Ship to', 'Before the address'),
  payWithCard: line('Pay With Card', 'Heading of the payment'),
  totalAmount: label('Total Amount', 'Before the amount to pay'),
  payNow: label('Pay Now', 'Button of the payment'),
  payLater: label('Pay Later', 'Button of the payment'),
  home: label('Home', 'Button after the payment'),
  thanks: line('Thank You For Your Payment!', 'Alert after the payment'),
  checkItOut: line('— check it out!', 'Alert of a declined card, after the reason'),
  thankYou: line('Thank you', 'Heading above a paid order, before the name of the customer'),
  seeOrder: label('See your order', 'Button above a paid order'),
  summary: line('Order summary', 'Heading of the summary'),
  subtotal: label('Subtotal', 'Row of the summary'),
  shipping: label('Shipping', 'Row of the summary'),
  total: label('Total', 'Row of the summary'),
};

const orders = {
  title: line('My Orders', 'Heading of the page'),
  none: line('You have no orders yet', 'Instead of the list, without orders'),
  findSomething: label('Find something you like', 'Button without orders'),
  name: label('Name', 'Column of the table of an order'),
  quantity: label('Product Qunatity', 'Column of the table of an order'),
  price: label('Price', 'Column of the table of an order'),
  totalAmount: label('Total Amount', 'Column of the table of an order'),
  paid: label('Paid', 'Button of a paid order'),
  payNow: label('Pay Now', 'Button of an unpaid order'),
  remove: label('Delete From My Order', 'Button of an order'),
};

/** All texts, by the page that shows them. */
export const defaultTexts = {
  shell: { title: 'Every page', texts: onEveryPage },
  home: { title: 'Home page', texts: home },
  cart: { title: 'Cart', texts: cart },
  checkout: { title: 'Checkout', texts: checkout },
  orders: { title: 'My Orders', texts: orders },
} satisfies Record<string, { title: string; texts: Record<string, DefaultText> }>;

export type TextGroupName = keyof typeof defaultTexts;

/** The texts of a page by their names, as customers read them. */
export type Texts<Group extends TextGroupName> = Record<
  keyof (typeof defaultTexts)[Group]['texts'],
  string
>;

/** The default of a key such as 'home.send'; null for a text that does not exist. */
export function findDefault(key: string): DefaultText | null {
  const [group = '', name = ''] = key.split(/\.(.*)/s);
  const groups: Record<string, { texts: Record<string, DefaultText> }> = defaultTexts;
  const texts = Object.hasOwn(groups, group) ? groups[group]?.texts : undefined;
  return texts && Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;
}
