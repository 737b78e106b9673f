import { grantAdmin } from '#features/accounts/accounts.ts';
import { withShop } from './with-shop.ts';

// npm run make-admin -- EMAIL: makes the account with this email address an admin.

const [email, ...more] = process.argv.slice(2);
if (email === undefined || more.length > 0) {
  console.error('Usage: npm run make-admin -- EMAIL');
  process.exit(1);
}

await withShop(async (ctx) => {
  const { modifiedCount } = await grantAdmin(ctx, email, 'npm run make-admin');
  console.log(modifiedCount === 1 ? `${email} is an admin now.` : `${email} was an admin already.`);
  return 0;
});
