import MenuIcon from 'lucide-react/icons/menu';
import UserRound from 'lucide-react/icons/user-round';
import { NavLink, useLocation } from 'react-router';
import type { MenuEntry } from '#features/site-content.ts';
import { shop } from '#shop-config';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { PopoverMenu } from '../../ui/popover-menu.tsx';
import { BagButton } from '../cart/bag-button.tsx';
import { HeaderSearch } from '../search/header-search.tsx';
import type { PlacedEntry } from './menu-line.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { useMenu, useVisitor, type Visitor } from './visitor.ts';

/** The header of every page: brand, pages, account, cart. */
export function SiteHeader() {
  const { user, admin } = useVisitor();
  const { pathname } = useLocation();
  const pages: PlacedEntry[] = [{ name: 'Home', path: '/home' }, ...useMenu()];
  return (
    <header className="shown-whole sticky top-0 z-30 border-b border-line bg-ground/95 backdrop-blur-sm">
      {/* In large letters a phone has no room for all of it in one line. */}
      <div className="page-width flex min-h-16 flex-wrap items-center lg:flex-nowrap">
        <Link
          to="/"
          className="mr-auto rounded-control font-display text-lg sm:text-2xl lg:mr-0 lg:whitespace-nowrap"
        >
          {shop.brand}
        </Link>
        <nav aria-label="Pages" className="mx-auto hidden shrink-0 lg:block">
          <ul className="flex gap-2">
            {pages.map((page) => (
              <li key={page.path} className={page.line}>
                <PageLink {...page} />
              </li>
            ))}
            <MorePages pages={pages.filter(({ more }) => more !== undefined)} />
          </ul>
        </nav>
        {/* A long menu leaves less room for the name of the account. */}
        <div className="flex min-w-0 flex-wrap items-center *:shrink-0 lg:flex-nowrap">
          <HeaderSearch />
          <AccountMenu user={user} admin={admin} />
          {/* An error message of signing out belongs to the page that it was shown on. */}
          {user ? <SignOutButton key={pathname} /> : null}
          <BagButton />
          <div className="lg:hidden">
            <PopoverMenu
              label="Menu"
              trigger={<MenuIcon aria-hidden="true" className="size-6" />}
              triggerClass="-mr-2"
              panelClass="left-gutter right-gutter w-auto"
            >
              <nav aria-label="Pages">
                <ul>
                  {pages.map((page) => (
                    <li key={page.path}>
                      <PageLink {...page} className="w-full text-lg" />
                    </li>
                  ))}
                  <li className="min-[360px]:hidden">
                    <PageLink name="Search" path="/search" className="w-full text-lg" />
                  </li>
                </ul>
              </nav>
            </PopoverMenu>
          </div>
        </div>
      </div>
    </header>
  );
}

/** The pages that have no room in the line, on some screens or on all. */
function MorePages({ pages }: { pages: PlacedEntry[] }) {
  const last = pages.at(-1);
  if (!last) return null;
  return (
    <li className={last.more}>
      <PopoverMenu
        label="More pages"
        trigger="More ▾"
        triggerClass="px-3 font-medium"
        panelClass="under-button"
      >
        <ul>
          {pages.map((page) => (
            <li key={page.path} className={page.more}>
              <PageLink {...page} />
            </li>
          ))}
        </ul>
      </PopoverMenu>
    </li>
  );
}

function PageLink({ name, path, className }: MenuEntry & { className?: string }) {
  return (
    <NavLink
      to={path}
      className={({ isActive }) =>
        classNames(
          'flex min-h-11 items-center rounded-control px-3 font-medium whitespace-nowrap transition-colors hover:bg-tint',
          isActive && 'text-accent underline decoration-2 underline-offset-8',
          className,
        )
      }
    >
      {name}
    </NavLink>
  );
}

function AccountMenu({ user, admin }: Pick<Visitor, 'user' | 'admin'>) {
  const links = user
    ? [
        { label: 'Cart', to: '/shoppingCart' },
        { label: 'MyOrders', to: '/myOrders' },
        { label: 'Account', to: '/account' },
        ...(admin
          ? [
              { label: 'All Orders', to: '/allOrders' },
              { label: 'Make Admin', to: '/makeAdmin' },
              { label: 'Add Product', to: '/addProduct' },
              { label: 'Manage All Products', to: '/manageAllProducts' },
              { label: 'Console', to: '/admin' },
            ]
          : []),
      ]
    : [{ label: 'Log in', to: '/login' }];
  return (
    <PopoverMenu
      label={user ? `Account of ${user.name}` : 'Account'}
      trigger={
        <>
          <Avatar image={user?.image ?? null} />
          {user ? <span className="hidden max-w-40 truncate md:inline">{user.name}</span> : null}
        </>
      }
      triggerClass="shrink! px-2"
      panelClass="right-gutter min-w-52 max-w-[calc(100vw-2rem)]"
    >
      {user ? (
        <p className="border-b border-line px-3 pt-1 pb-2 font-semibold">{user.name}</p>
      ) : null}
      <ul className="pt-1">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center rounded-control px-3 transition-colors hover:bg-tint"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </PopoverMenu>
  );
}

/** The account's image, or an icon of the same size; the button around it has the name. */
function Avatar({ image }: { image: string | null }) {
  if (!image) return <UserRound aria-hidden="true" className="m-1 size-5" />;
  return (
    <img
      src={image}
      alt=""
      width={28}
      height={28}
      decoding="async"
      className="size-7 shrink-0 rounded-full bg-tint object-cover"
    />
  );
}
