import { useSearchParams } from 'react-router';
import { shop } from '#shop-config';
import type { ProductCardView } from '../../../components/product/product-card-view.ts';
import { ProductGrid } from '../../../components/product/product-grid.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkTabs, TabPanel } from '../../../ui/link-tabs.tsx';

/** The newest products of each category, in tabs that are links: `?tab=shoes`. */
export function ProductTabs({
  shelves,
  path,
}: {
  shelves: { category: string; products: ProductCardView[] }[];
  path: string;
}) {
  const [params] = useSearchParams();
  const asked = params.get('tab');
  const tabs = shop.categories.map(({ name, slug }) => ({
    id: slug,
    label: name,
    to: `${path}?tab=${slug}`,
  }));
  const shown = shop.categories.find(({ slug }) => slug === asked) ?? shop.categories[0];
  const products = shelves.find(({ category }) => category === shown?.name)?.products ?? [];
  if (!shown) return null;
  return (
    <section aria-labelledby="new-title" className="page-width pt-section">
      <h2 id="new-title" className="text-center text-title">
        New this season
      </h2>
      <LinkTabs label="Categories" tabs={tabs} selected={shown.slug} className="mt-6 mb-10" />
      <TabPanel tab={shown.slug}>
        {products.length > 0 ? (
          <>
            <ProductGrid products={products} returnTo={`${path}?tab=${shown.slug}`} />
            <p className="mt-12 text-center">
              <ButtonLink to={`/${shown.slug}`}>See all in {shown.name}</ButtonLink>
            </p>
          </>
        ) : (
          <EmptyState title={`There is nothing in ${shown.name} yet`} />
        )}
      </TabPanel>
    </section>
  );
}
