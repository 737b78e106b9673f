import { marginOf } from '#features/product-management/margin.schema.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { productLimits } from '#shared/product-limits.ts';
import { readAmount } from '#shared/read-amount.ts';
import { LONGEST_SLUG, productSlug } from '#shared/slugify.ts';
import { FORMER_UNSEEN, isFormerUnseen } from '#shared/unseen-former-price.ts';
import { shop } from '#shop-config';
import { Panel } from '../../../components/console/panel.tsx';
import { useCategories } from '../../../components/console/use-categories.ts';
import { excerpt, withBrand } from '../../../components/page/page-title.ts';
import type { Fields } from './draft.ts';
import {
  type FieldsProps,
  PlainArea,
  PlainSelect,
  PlainTags,
  PlainText,
  PlainValue,
} from './plain-field.tsx';

const decimal = { inputMode: 'decimal' } as const;
const GENDERS = ['Women', 'Men', 'Unisex', 'Kids'];

/** The fields beside the main column. */
export function SideFields({
  timeZone,
  formerSlugs,
  ...props
}: FieldsProps & { timeZone: string; formerSlugs: string[] }) {
  return (
    <>
      <StatusFields {...props} timeZone={timeZone} />
      <PriceFields {...props} />
      <GroupFields {...props} />
      <Panel title="Material and weight">
        <PlainText {...props} name="material" input={{ maxLength: productLimits.material }} />
        <PlainArea {...props} name="care" rows={2} maxLength={productLimits.care} />
        <PlainText {...props} name="weight" input={{ inputMode: 'numeric' }} />
      </Panel>
      <SearchFields {...props} formerSlugs={formerSlugs} />
    </>
  );
}

function StatusFields({ timeZone, ...props }: FieldsProps & { timeZone: string }) {
  const { status } = props.fields;
  return (
    <Panel title="Publishing">
      <PlainSelect {...props} name="status" choices={Object.entries(productStatusLabels)} />
      {/* Without script it is there for whoever chooses 'Scheduled'. */}
      <div className={status === 'scheduled' ? undefined : 'hidden scriptless:block'}>
        <PlainText
          {...props}
          name="publishAt"
          hint={`In the shop's time zone, ${timeZone}.`}
          input={{ type: 'datetime-local' }}
        />
      </div>
    </Panel>
  );
}

function PriceFields(props: FieldsProps) {
  const { price, compareAtPrice } = props.fields;
  const isUnseen = isFormerUnseen(readAmount(price), readAmount(compareAtPrice));
  return (
    <Panel title="Pricing">
      <p className="text-sm text-ink-soft">
        In {moneyFormat.currency}. A variant may have its own.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <PlainText {...props} name="price" input={decimal} />
        <PlainText
          {...props}
          name="compareAtPrice"
          hint={isUnseen ? <span className="font-medium text-ink">{FORMER_UNSEEN}</span> : null}
          input={decimal}
        />
        <PlainText {...props} name="cost" input={decimal} />
        <Margin {...props.fields} />
      </div>
    </Panel>
  );
}

function Margin({ price, cost }: Fields) {
  const margin = marginOf(readAmount(price), readAmount(cost));
  const sign = margin && margin.minor < 0 ? '−' : '';
  const shown = margin
    ? `${sign}${Math.abs(margin.percent).toFixed(1)} %, ${sign}${formatMoney(Math.abs(margin.minor))}`
    : '–';
  return (
    <p className="text-sm">
      <span className="field-label">Margin</span>
      <output className="flex min-h-9 items-center tabular-nums">{shown}</output>
    </p>
  );
}

function GroupFields(props: FieldsProps) {
  const { category } = props.fields;
  const names = useCategories().map(({ name }) => name);
  const known = category === '' || names.includes(category) ? names : [category, ...names];
  return (
    <Panel title="Where it belongs">
      <PlainSelect
        {...props}
        name="category"
        choices={[['', 'Please choose'], ...known.map((name): [string, string] => [name, name])]}
      />
      <div className="grid grid-cols-2 gap-3">
        <PlainValue {...props} name="productType" kind="type" />
        <PlainValue {...props} name="brand" kind="brand" />
      </div>
      <PlainText
        {...props}
        name="gender"
        input={{ maxLength: productLimits.gender, list: 'genders' }}
      />
      <datalist id="genders">
        {GENDERS.map((gender) => (
          <option key={gender} value={gender} />
        ))}
      </datalist>
      <PlainTags {...props} name="tags" hint="With commas between them." />
    </Panel>
  );
}

function SearchFields({ formerSlugs, ...props }: FieldsProps & { formerSlugs: string[] }) {
  const { name, slug, descriptions, seoTitle, seoDescription } = props.fields;
  const former = formerSlugs.length > 0 ? ` These do: ${formerSlugs.join(', ')}.` : '';
  return (
    <Panel title="Address and search">
      <PlainText
        {...props}
        name="slug"
        hint={`When it changes, the old address leads to the new one for good.${former}`}
        input={{ maxLength: LONGEST_SLUG, placeholder: productSlug(name), spellCheck: false }}
      />
      <PlainText
        {...props}
        name="seoTitle"
        input={{ maxLength: productLimits.seoTitle, placeholder: name }}
      />
      <PlainArea
        {...props}
        name="seoDescription"
        rows={3}
        maxLength={productLimits.seoDescription}
      />
      <figure className="rounded-card border border-line p-3 text-sm">
        <figcaption className="text-ink-soft">In a search result</figcaption>
        <p className="mt-2 truncate text-ink-soft">
          {shop.brand} › product › {slug || productSlug(name)}
        </p>
        <p className="text-base font-semibold text-accent">
          {withBrand(seoTitle || name || 'Name')}
        </p>
        <p>{excerpt(seoDescription || descriptions)}</p>
      </figure>
    </Panel>
  );
}
