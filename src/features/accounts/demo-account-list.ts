/** The password of all accounts of the demo shop. It is published. */
export const DEMO_PASSWORD = 'demo-shop-2026';
export const DEMO_ACCOUNTS = [
  { email: 'admin@example.com', name: 'Demo Admin', role: 'admin' },
  { email: 'shopper@example.com', name: 'Demo Shopper', role: 'shopper' },
] as const;
