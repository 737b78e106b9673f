import type { Page } from 'playwright-core';
import { consoleScenes } from './console-scenes.ts';
import type { Scene } from './scene.ts';
import { addToCart, choose, findProducts, payByCard, setDestination, visit } from './steps.ts';

const bag = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart,/ });

/** The demo shop, whose goods only members see. */
export const memberScenes: Scene[] = [
  { name: 'home-guest', who: 'guest', reach: visit('/') },
  { name: 'login', who: 'guest', reach: visit('/login') },
  {
    name: 'login-error',
    who: 'guest',
    async reach(page) {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not-the-password');
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  { name: 'login-from', who: 'guest', reach: visit('/login?from=%2Fcloths') },
  { name: 'google-sandbox', who: 'guest', reach: visit('/google?from=%2F') },
  { name: 'forgotten-password', who: 'guest', reach: visit('/forgotPassword') },
  {
    name: 'forgotten-password-sent',
    who: 'guest',
    async reach(page) {
      await page.getByLabel('Email').fill('shopper@example.com');
      await page.getByRole('main').getByRole('button').click();
      await page.getByText('If there is an account').waitFor();
    },
  },
  { name: 'reset-link-spent', who: 'guest', reach: visit('/resetPassword?token=spent') },
  { name: 'register', who: 'guest', reach: visit('/register') },
  {
    name: 'register-errors',
    who: 'guest',
    async reach(page) {
      await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
      await page.getByText('A name is needed.').waitFor();
    },
  },
  { name: 'not-found', who: 'guest', reach: visit('/nowhere') },
  {
    name: 'menu-narrow',
    who: 'guest',
    onTop: true,
    widestWidth: 768,
    async reach(page) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  { name: 'home-signed-in', who: 'customer', reach: visit('/?tab=shoes') },
  {
    name: 'drawer-empty',
    who: 'customer',
    onTop: true,
    async reach(page) {
      await bag(page).click();
      await page.getByRole('dialog', { name: 'Your Shopping Cart' }).waitFor();
    },
  },
  { name: 'cart-empty', who: 'customer', reach: visit('/shoppingCart') },
  { name: 'orders-empty', who: 'customer', reach: visit('/myOrders') },
  { name: 'forbidden', who: 'customer', reach: visit('/AllOrders') },
  { name: 'cloths', who: 'customer', reach: visit('/cloths') },
  { name: 'shoes', who: 'customer', reach: visit('/shoes') },
  { name: 'gadget', who: 'customer', reach: visit('/gadget') },
  { name: 'search', who: 'customer', reach: visit('/search?q=jumpr') },
  { name: 'search-none', who: 'customer', reach: visit('/search?q=nothing-of-this-name') },
  { name: 'jersey', who: 'customer', reach: visit('/jersey') },
  {
    name: 'refused',
    who: 'customer',
    reach: visit('/jersey?after=nonsense'),
  },
  {
    name: 'error',
    who: 'customer',
    async reach(page) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/');
      await page.route('**/jersey.data*', (route) => route.fulfill({ status: 500, body: '' }));
      await page.getByRole('banner').getByRole('link', { name: 'Jersey' }).click();
      await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
      await page.unroute('**/jersey.data*');
    },
  },
  {
    name: 'quick-view',
    who: 'customer',
    onTop: true,
    async reach(page) {
      await page.goto('/cloths');
      await page.getByRole('button', { name: 'Quick View' }).first().click();
      await page.getByRole('dialog').getByText('Price : $').waitFor();
    },
  },
  {
    name: 'cart-confirm',
    who: 'customer',
    onTop: true,
    async reach(page) {
      await page.goto('/gadget');
      const plain = page.getByRole('article').filter({ has: page.locator('form[action="/cart"]') });
      await plain.getByRole('button', { name: 'Add To Cart', disabled: false }).first().click();
      await page.getByRole('dialog').getByText('Quantity : 1').waitFor();
    },
  },
  {
    name: 'product',
    who: 'customer',
    async reach(page, url) {
      await page.goto(`/product/${(await findProducts(url)).sized}`);
    },
  },
  {
    name: 'product-size-missing',
    who: 'customer',
    async reach(page) {
      await choose(page, 'Colour');
      await page.getByRole('button', { name: 'Add To Cart' }).click();
      await page.getByText('Please choose a size first.').waitFor();
    },
  },
  {
    name: 'product-chosen',
    who: 'customer',
    async reach(page) {
      await choose(page, 'Size');
      await page.waitForURL(/variant=/);
      await addToCart(page);
    },
  },
  {
    name: 'product-sold-out',
    who: 'customer',
    async reach(page, url) {
      await page.goto(`/product/${(await findProducts(url)).soldOut}`);
    },
  },
  {
    name: 'drawer',
    who: 'customer',
    onTop: true,
    async reach(page) {
      await page.goto('/');
      await bag(page).click();
      await page.getByText('SubTotal').waitFor();
    },
  },
  { name: 'cart', who: 'customer', reach: visit('/shoppingCart') },
  { name: 'cart-estimate', who: 'customer', reach: (page) => setDestination(page, 'Chittagong') },
  {
    name: 'orders-pay-later',
    who: 'customer',
    async reach(page) {
      await page.goto('/checkOut');
      await page.getByRole('button', { name: 'Pay Later' }).click();
      await page.waitForURL(/myOrders/);
    },
  },
  {
    name: 'checkout',
    who: 'customer',
    async reach(page, url) {
      await page.goto(`/product/${(await findProducts(url)).sized}`);
      await choose(page, 'Colour');
      await choose(page, 'Size');
      await addToCart(page);
      await page.goto('/shoppingCart');
      await setDestination(page, 'Dhaka');
      await page.goto('/checkOut');
      await page.getByLabel('Card number').waitFor();
    },
  },
  { name: 'address-form', who: 'customer', reach: visit('/account/addresses/new?for=delivery') },
  {
    name: 'checkout-address',
    who: 'customer',
    async reach(page) {
      await page.goto('/account/addresses/new?for=delivery');
      await page.getByLabel('Street address').fill('12 Agrabad Avenue');
      await page.getByLabel('City').fill('Chittagong');
      await page.getByLabel('Phone').fill('01712 345678');
      await page.getByRole('button', { name: 'Deliver to this address' }).click();
      await page.getByText('Your estimate for Dhaka was').waitFor();
    },
  },
  { name: 'addresses', who: 'customer', reach: visit('/account/addresses') },
  {
    name: 'checkout-declined',
    who: 'customer',
    async reach(page) {
      await visit('/checkOut')(page);
      await payByCard(page, '4000 0000 0000 0002');
      await page.getByText('— check it out!').waitFor();
    },
  },
  {
    name: 'checkout-paid',
    who: 'customer',
    async reach(page) {
      await payByCard(page, '4242 4242 4242 4242');
      await page.getByText('Thank You For Your Payment!').waitFor();
    },
  },
  { name: 'orders', who: 'customer', reach: visit('/myOrders') },
  {
    name: 'order',
    who: 'customer',
    async reach(page) {
      await page
        .getByRole('heading', { name: /^Order/ })
        .first()
        .getByRole('link')
        .click();
      await page.getByRole('heading', { name: 'Your items' }).waitFor();
    },
  },
  {
    name: 'order-cancel',
    who: 'customer',
    onTop: true,
    async reach(page) {
      await page.getByRole('button', { name: 'Cancel the order' }).click();
      await page.getByRole('alertdialog').getByText('we refund').waitFor();
    },
  },
  {
    name: 'account-menu',
    who: 'customer',
    onTop: true,
    async reach(page) {
      await page.goto('/myOrders');
      await page.getByRole('button', { name: 'Account of Tara Tourist' }).click();
    },
  },
  { name: 'account', who: 'customer', reach: visit('/account') },
  { name: 'change-email', who: 'customer', reach: visit('/account/email') },
  { name: 'delete-account', who: 'customer', reach: visit('/account/delete') },
  { name: 'verify-link-spent', who: 'customer', reach: visit('/verifyEmail?token=spent') },
  { name: 'all-orders', who: 'admin', reach: visit('/AllOrders') },
  {
    name: 'refund',
    who: 'admin',
    async reach(page) {
      await page.getByRole('link', { name: 'Refund' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Refund' }).waitFor();
    },
  },
  ...consoleScenes,
  { name: 'status', who: 'admin', reach: visit('/admin/status') },
  { name: 'held-stock', who: 'admin', reach: visit('/admin/held-stock') },
  {
    name: 'release-stock',
    who: 'admin',
    async reach(page) {
      await page
        .getByRole('link', { name: /^Release what/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Release this stock?' }).waitFor();
    },
  },
  { name: 'payment-problems', who: 'admin', reach: visit('/admin/payment-problems') },
  { name: 'audit-log', who: 'admin', reach: visit('/auditLog') },
  { name: 'emails', who: 'admin', reach: visit('/admin/emails') },
  { name: 'email-previews', who: 'admin', reach: visit('/admin/emails?list=previews') },
  {
    name: 'mail',
    who: 'admin',
    async reach(page) {
      await page.getByRole('main').getByRole('link').first().click();
      await page.waitForURL(/\/emails\/./);
    },
  },
  { name: 'make-admin', who: 'admin', reach: visit('/makeAdmin') },
  { name: 'add-product', who: 'admin', reach: visit('/addProduct') },
  {
    name: 'add-product-errors',
    who: 'admin',
    async reach(page) {
      await page.getByRole('main').getByRole('button', { name: /add/i }).click();
      await page.getByText('A name is needed.').waitFor();
    },
  },
  { name: 'manage-products', who: 'admin', reach: visit('/manageAllProducts') },
  {
    name: 'removal-dialog',
    who: 'admin',
    onTop: true,
    async reach(page) {
      await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-menu',
    who: 'admin',
    onTop: true,
    async reach(page) {
      await page.goto('/');
      await page.getByRole('button', { name: /^Account of/ }).click();
    },
  },
];
