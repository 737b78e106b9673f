import { Link, NavLink } from 'react-router';
import { shop } from '#shop-config';
import { classNames } from '../../ui/class-names.ts';

/** The pages of the console, and those of staff that are outside of it. */
export const consolePages = [
  { label: 'Overview', to: '/admin' },
  { label: 'Products', to: '/admin/products' },
  { label: 'Stock', to: '/admin/stock' },
  { label: 'Orders', to: '/allOrders' },
  { label: 'Held stock', to: '/admin/heldStock' },
  { label: 'Payment problems', to: '/paymentProblems' },
  { label: 'Emails', to: '/emails' },
  { label: 'What staff did', to: '/auditLog' },
  { label: 'Make Admin', to: '/makeAdmin' },
  { label: 'Status', to: '/status' },
] as const;

export function ConsoleNavigation() {
  return (
    <header className="border-b border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0">
      <Link to="/" className="block px-4 py-3 font-display text-lg">
        {shop.brand}
      </Link>
      <nav aria-label="Console">
        <ul className="flex overflow-x-auto px-2 pb-2 lg:block">
          {consolePages.map(({ label, to }) => (
            <li key={to} className="shrink-0">
              <NavLink
                to={to}
                end={to === '/admin'}
                className={({ isActive }) =>
                  classNames(
                    'flex min-h-10 items-center rounded-control px-3 whitespace-nowrap hover:bg-tint',
                    isActive && 'bg-tint font-semibold',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
