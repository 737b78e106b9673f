import type { LucideIcon } from 'lucide-react';
import Activity from 'lucide-react/icons/activity';
import BookA from 'lucide-react/icons/book-a';
import Boxes from 'lucide-react/icons/boxes';
import ChartColumn from 'lucide-react/icons/chart-column';
import FileInput from 'lucide-react/icons/file-input';
import FileText from 'lucide-react/icons/file-text';
import FolderTree from 'lucide-react/icons/folder-tree';
import History from 'lucide-react/icons/history';
import Hourglass from 'lucide-react/icons/hourglass';
import Layers from 'lucide-react/icons/layers';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mail from 'lucide-react/icons/mail';
import MenuIcon from 'lucide-react/icons/menu';
import PackageX from 'lucide-react/icons/package-x';
import Percent from 'lucide-react/icons/percent';
import ScanSearch from 'lucide-react/icons/scan-search';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Sheet from 'lucide-react/icons/sheet';
import Shirt from 'lucide-react/icons/shirt';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import Tags from 'lucide-react/icons/tags';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Truck from 'lucide-react/icons/truck';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useLocation } from 'react-router';
import { shop } from '#shop-config';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { PopoverButton, PopoverPanel } from '../../ui/popover-menu.tsx';
import { type ConsolePage, type ConsolePath, consolePages } from './console-pages.ts';
import { ConsolePerson } from './console-person.tsx';
import type { RowHeight } from './row-height.ts';
import { RowHeightButton } from './row-height-button.tsx';
import { useCurrentInView } from './use-current-in-view.ts';

const icons: Record<ConsolePath, LucideIcon> = {
  '/admin': LayoutDashboard,
  '/admin/products': Shirt,
  '/admin/tags': Tags,
  '/admin/stock': Boxes,
  '/admin/categories': FolderTree,
  '/admin/collections': Layers,
  '/admin/synonyms': BookA,
  '/admin/searches': ScanSearch,
  '/admin/bulk-edits': Sheet,
  '/admin/imports': FileInput,
  '/admin/orders': ShoppingBag,
  '/admin/sales': ChartColumn,
  '/admin/carts': ShoppingCart,
  '/admin/customers': Users,
  '/admin/delivery': Truck,
  '/admin/taxes': Percent,
  '/admin/return-policy': PackageX,
  '/admin/held-stock': Hourglass,
  '/admin/payment-problems': TriangleAlert,
  '/admin/settings': Settings,
  '/admin/texts': TextCursorInput,
  '/admin/pages': FileText,
  '/admin/emails': Mail,
  '/admin/audit-log': History,
  '/makeAdmin': UserPlus,
  '/admin/status': Activity,
};

/** The id of the list of pages. */
const MENU = 'console-pages';

/** The console's pages at the side of a laptop, or in a menu at the top of smaller screens. */
export function ConsoleNavigation({
  rowHeight,
  ...palette
}: {
  rowHeight: RowHeight;
  onOpen: () => void;
  /** Called when a pointer or the focus is on a button that opens the palette. */
  onPrepare: () => void;
}) {
  const pages = useCurrentInView();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-b-0">
      <div className="flex h-14 items-center gap-1 px-2 lg:block lg:h-auto lg:py-2">
        <PopoverButton label="Menu" panel={MENU} className="lg:hidden">
          <MenuIcon aria-hidden="true" className="size-6" />
        </PopoverButton>
        <ShopName />
        <IconButton
          label="Find anything"
          className="ml-auto lg:hidden scriptless:hidden"
          onClick={palette.onOpen}
          onPointerEnter={palette.onPrepare}
        >
          <Search aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <FindButton {...palette} />
      {/* One list is the menu of small screens, and the side of large ones. An open menu is at the side
          too when the window has become large. */}
      <PopoverPanel
        id={MENU}
        className="right-2 left-2 w-auto overflow-y-auto lg:static lg:bottom-0 lg:left-0 lg:flex lg:max-h-none lg:min-h-0 lg:max-w-[calc(14rem-1px)] lg:grow lg:flex-col lg:overflow-visible lg:rounded-none lg:border-0 lg:p-0 lg:shadow-none"
      >
        <div ref={pages} className="lg:scroll-shade lg:min-h-0 lg:grow lg:overflow-y-auto lg:px-2">
          <Pages />
        </div>
        <div className="lg:border-t lg:border-line lg:p-2">
          <div className="hidden lg:block">
            <RowHeightButton height={rowHeight} />
          </div>
          <ConsolePerson />
        </div>
      </PopoverPanel>
    </header>
  );
}

function ShopName() {
  return (
    <Link
      to="/"
      title="To the shop"
      className="rounded-control px-3 font-display text-lg leading-10 whitespace-nowrap"
    >
      {shop.brand}
    </Link>
  );
}

function FindButton({ onOpen, onPrepare }: { onOpen: () => void; onPrepare: () => void }) {
  return (
    <div className="hidden px-4 pb-2 lg:block scriptless:hidden">
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
        onPointerEnter={onPrepare}
        onFocus={onPrepare}
        className="flex min-h-9 w-full items-center gap-2 rounded-control border border-line-strong px-3 text-sm text-ink-soft hover:border-ink hover:text-ink"
      >
        <Search aria-hidden="true" className="size-4" />
        Find anything
        <kbd className="ml-auto font-sans text-xs">Ctrl K</kbd>
      </button>
    </div>
  );
}

function Pages() {
  const path = useLocation().pathname.toLowerCase();
  return (
    <nav aria-label="Console" className="pb-2">
      {consolePages.map(({ title, pages }) => (
        <div key={title}>
          <p className="px-3 pt-3 pb-1 text-xs lg:pt-2 font-semibold text-ink-soft">{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.to}>
                <PageLink page={page} isCurrent={isWithin(path, page.to)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Whether a path is that of a page, or of one below it. All are below the overview. */
function isWithin(path: string, page: ConsolePath): boolean {
  return path === page || (page !== '/admin' && path.startsWith(`${page}/`));
}

function PageLink({ page, isCurrent }: { page: ConsolePage; isCurrent: boolean }) {
  return (
    <Link
      to={page.to}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-tint lg:min-h-8 lg:pointer-fine:min-h-7',
        isCurrent && 'bg-tint font-semibold text-accent',
      )}
    >
      <PageIcon to={page.to} />
      {page.label}
    </Link>
  );
}

function PageIcon({ to }: { to: ConsolePath }) {
  const Icon = icons[to];
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}
