import { parseArgs } from 'node:util';
import { grantAdmin, revokeAdmin } from '#features/accounts/accounts.ts';
import { withShop } from './with-shop.ts';

// npm run make-admin -- EMAIL: makes the account with this email address an admin. The address has
// to be verified, unless --unverified is given. --remove takes the role away.

const USAGE = 'Usage: npm run make-admin -- EMAIL [--unverified | --remove]';
const CALLER = 'npm run make-admin';

const { email, unverified, remove } = readArguments();

await withShop(async (ctx) => {
  if (remove) {
    await revokeAdmin(ctx, email, CALLER);
    console.log(`${email} is no admin any more.`);
    return 0;
  }
  const { modifiedCount } = await grantAdmin(ctx, email, CALLER, { unverified });
  console.log(modifiedCount === 1 ? `${email} is an admin now.` : `${email} was an admin already.`);
  return 0;
});

function readArguments(): { email: string; unverified: boolean; remove: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      options: { unverified: flag, remove: flag },
      allowPositionals: true,
    });
    const [email, ...more] = positionals;
    if (email !== undefined && more.length === 0 && !(values.unverified && values.remove)) {
      return { email, ...values };
    }
  } catch {
    // An unknown flag.
  }
  console.error(USAGE);
  process.exit(1);
}
