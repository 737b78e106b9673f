import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { categoryPages } from '#shared/shop-config.ts';
import { shop } from '#shop-config';

/** All pages. Paths match upper and lower case. */
export default [
  index('routes/shop/home.tsx'),
  route('home', 'routes/shop/home.tsx', { id: 'home' }),
  ...categoryPages(shop).map(({ slug }) =>
    route(slug, 'routes/shop/category.tsx', { id: `category-${slug}` }),
  ),
  route('product/:id', 'routes/shop/product.tsx'),
  route('quickView/:id', 'routes/shop/quick-view.ts'),
  route('productCount/:category', 'routes/shop/product-count.ts'),
  route('contact', 'routes/shop/contact.tsx'),

  route('cart', 'routes/checkout/cart.ts'),
  route('shoppingCart', 'routes/checkout/shopping-cart.tsx'),
  route('checkOut/:orderId?', 'routes/checkout/check-out.tsx'),
  route('payment', 'routes/checkout/payment.ts'),

  route('login', 'routes/account/login.tsx'),
  route('register', 'routes/account/register.tsx'),
  route('google', 'routes/account/google.ts'),
  route('google/done', 'routes/account/google-done.ts'),
  route('forgotPassword', 'routes/account/forgot-password.tsx'),
  route('resetPassword', 'routes/account/reset-password.tsx'),
  route('verifyEmail', 'routes/account/verify-email.tsx'),
  route('account', 'routes/account/account.tsx'),
  route('account/export', 'routes/account/export.ts'),
  route('account/delete', 'routes/account/delete-account.tsx'),
  route('signOut', 'routes/account/sign-out.ts'),
  route('myOrders', 'routes/account/my-orders.tsx'),

  route('AllOrders', 'routes/admin/all-orders.tsx'),
  route('refundOrder/:orderId', 'routes/admin/refund-order.tsx'),
  route('makeAdmin', 'routes/admin/make-admin.tsx'),
  route('addProduct', 'routes/admin/add-product.tsx'),
  route('status', 'routes/admin/status.tsx'),
  route('paymentProblems', 'routes/admin/payment-problems.tsx'),
  route('admin/heldStock', 'routes/admin/held-stock.tsx'),
  route('admin/releaseStock', 'routes/admin/release-stock.tsx'),
  route('auditLog', 'routes/admin/audit-log.tsx'),
  route('manageAllProducts', 'routes/admin/manage-all-products.tsx'),
  route('emails', 'routes/admin/emails.tsx'),
  route('emails/:id', 'routes/admin/captured-email-html.ts'),
  layout('routes/console/frame.tsx', { id: 'console' }, [
    route('admin', 'routes/console/overview.tsx'),
    route('admin/products', 'routes/console/products.tsx'),
    route('admin/products/:id', 'routes/console/product-editor.tsx'),
    route('admin/imports', 'routes/console/imports.tsx'),
    route('admin/imports/:jobId', 'routes/console/import.tsx'),
    route('admin/stock', 'routes/console/stock.tsx'),
    route('admin/stock/count', 'routes/console/stock-count.tsx'),
    route('admin/stock/value', 'routes/console/stock-value.tsx'),
    route('admin/stock/:variantId', 'routes/console/stock-variant.tsx'),
  ]),
  route('admin/search', 'routes/console/search.ts'),
  route('mailbox/:id?', 'routes/admin/old-emails-path.ts'),

  route('*', 'routes/shop/not-found.tsx'),
] satisfies RouteConfig;
