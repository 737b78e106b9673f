import { useSearchParams } from 'react-router';
import type { Texts } from '#features/texts/texts.schema.ts';
import { ProductGrid } from '../../../components/product/product-grid.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkTabs, TabPanel } from '../../../ui/link-tabs.tsx';
import type { Shelf } from './shelf.ts';

/** The newest products of each category, in tabs that are links: `?tab=shoes`. */
export function ProductTabs({
  texts,
  shelves,
  path,
}: {
  texts: Texts<'home'>;
  shelves: Shelf[];
  path: string;
}) {
  const [params] = useSearchParams();
  const asked = params.get('tab');
  const tabs = shelves.map(({ name, slug }) => ({
    id: slug,
    label: name,
    to: `${path}?tab=${slug}`,
  }));
  const shown = shelves.find(({ slug }) => slug === asked) ?? shelves[0];
  if (!shown) return null;
  const { products } = shown;
  return (
    <section aria-labelledby="new-title" className="page-width pt-section">
      <h2 id="new-title" className="text-center text-title">
        {texts.newSeason}
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
