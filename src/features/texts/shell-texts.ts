// For browsers, so it has only these: pages that could not load their data show them too.

/** The default texts of what every page can show: header, cards, panels and footer. */
export const shellTexts = {
  home: 'Home',
  logIn: 'Log in',
  cart: 'Cart',
  myOrders: 'MyOrders',
  addToCart: 'Add To Cart',
  quickView: 'Quick View',
  buyItNow: 'Buy It Now',
  inStock: 'In Stock',
  notInStock: 'Not In Stock',
  price: 'Price :',
  quantity: 'Quantity :',
  proceedToCart: 'Proceed To Cart',
  continueShopping: 'Continue Shopping',
  yourCart: 'Your Shopping Cart',
  subTotal: 'SubTotal',
  viewCart: 'View Cart',
  followUs: 'Follow us',
};

export type ShellTexts = typeof shellTexts;
