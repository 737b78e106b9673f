/** Reads what every page needs of the shop, and remembers it for the process. */
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { literals } from '#db/literals.ts';
import { queryPrepared, textOf } from '#db/prepared.ts';
import { batch } from '#shared/batch.ts';
import { deliveryVersion } from '../delivery-version.ts';
import { shopPages } from '../shop-pages/shop-pages.table.ts';
import type { SiteContent, SiteContentReader } from '../site-content.ts';
import { shopTexts } from '../texts/texts.table.ts';
import { categories, categorySlugs } from './categories.table.ts';
import { collections } from './collections.table.ts';
import { FIRST_PAYER } from './postage-payers.schema.ts';
import { returnPolicy } from './return-policy.table.ts';

const query = textOf(sql`
  select json_build_object('categories', coalesce((
    select json_agg(json_build_object(
      'id', c.id, 'name', c.name, 'slug', c.slug, 'description', c.description,
      'imageUrl', c.image_url, 'inMenu', c.in_menu, 'offers', c.offers,
      'formerSlugs', array(
        select s.slug from ${categorySlugs} s where s.category_id = c.id and s.slug <> c.slug
        order by s.created_at desc, s.slug)
    ) order by c.position, c.id) from ${categories} c
  ), '[]'), 'collections', coalesce((
    select json_agg(json_build_object('name', c.name, 'slug', c.slug) order by c.position, c.id)
    from ${collections} c where c.in_menu
  ), '[]'), 'pages', coalesce((
    select json_agg(json_build_object('name', p.name, 'slug', p.slug) order by p.position, p.id)
    from ${shopPages} p where p.in_footer and p.status = 'published'
  ), '[]'), 'allPages', coalesce((
    select json_agg(json_build_object('id', p.id, 'name', p.name, 'slug', p.slug,
      'version', p.version) order by p.position, p.id)
    from ${shopPages} p where p.status = 'published'
  ), '[]'), 'deliveryVersion', coalesce(${deliveryVersion}, ''),
  'postagePaidBy', coalesce((select r.postage_paid_by from ${returnPolicy} r), ${literals([FIRST_PAYER])}),
  'ownTexts', coalesce((
    select json_object_agg(t.key, t.text order by t.key) from ${shopTexts} t where t.text is not null
  ), '{}'))::text as text`);

const NONE: SiteContent = {
  ...{ categories: [], collections: [], pages: [], allPages: [], ownTexts: {} },
  ...{ deliveryVersion: '', postagePaidBy: FIRST_PAYER },
};

export function createSiteContentReader({ pool }: Pick<Database, 'pool'>): SiteContentReader {
  let text = '';
  let known = NONE;
  const ask = batch<null, SiteContent>(async (asked) => {
    const [found] = await queryPrepared<{ text: string }>(pool, query, []);
    if (!found) throw new Error('PostgreSQL returned no row.');
    // Returns the same object while nothing has changed, so that callers can cache what they make
    // of it.
    if (found.text !== text) known = JSON.parse(found.text);
    text = found.text;
    return asked.map(() => known);
  });
  return {
    get known() {
      return known;
    },
    read: () => ask(null),
  };
}
