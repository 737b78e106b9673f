import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/products.ts';

export const meta = () => privatePage('Products', 'The console.');

export function loader({ url, context }: Route.LoaderArgs) {
  requireAdminPage(visitOf(context), url);
  return null;
}

export default function Products() {
  return (
    <div className="px-4 lg:px-6">
      <ConsoleHeading title="Products" />
    </div>
  );
}
