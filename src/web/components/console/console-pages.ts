import Activity from 'lucide-react/icons/activity';
import Boxes from 'lucide-react/icons/boxes';
import History from 'lucide-react/icons/history';
import Hourglass from 'lucide-react/icons/hourglass';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mail from 'lucide-react/icons/mail';
import Shirt from 'lucide-react/icons/shirt';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserPlus from 'lucide-react/icons/user-plus';

/** The pages of the console, and those of staff that are outside of it. */
export const consolePages = [
  {
    title: 'Catalog',
    pages: [
      { label: 'Overview', to: '/admin', Icon: LayoutDashboard },
      { label: 'Products', to: '/admin/products', Icon: Shirt },
      { label: 'Stock', to: '/admin/stock', Icon: Boxes },
    ],
  },
  {
    title: 'Orders',
    pages: [
      { label: 'Orders', to: '/allOrders', Icon: ShoppingBag },
      { label: 'Held stock', to: '/admin/heldStock', Icon: Hourglass },
      { label: 'Payment problems', to: '/paymentProblems', Icon: TriangleAlert },
    ],
  },
  {
    title: 'Shop',
    pages: [
      { label: 'Emails', to: '/emails', Icon: Mail },
      { label: 'What staff did', to: '/auditLog', Icon: History },
      { label: 'Make Admin', to: '/makeAdmin', Icon: UserPlus },
      { label: 'Status', to: '/status', Icon: Activity },
    ],
  },
];
