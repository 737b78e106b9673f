import { useState } from 'react';
import { MAX_RELATED } from '#shared/product-limits.ts';
import { Panel } from '../../../components/console/panel.tsx';
import {
  type NamedProduct,
  useProductSearch,
} from '../../../components/console/use-staff-search.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import type { EditorData } from './use-editor.ts';

/** The products that this product's page shows at its end, in their order. */
export function RelatedPanel({
  loaded: { product, relatedNames: names },
  related,
  onChange,
}: {
  loaded: EditorData;
  related: string[];
  onChange: (related: string[]) => void;
}) {
  const announce = useAnnounce();
  const [added, setAdded] = useState<Record<string, string>>({});
  const nameOf = (id: string) => added[id] ?? names[id] ?? 'A product';
  const move = (from: number, to: number) => {
    const id = related[from];
    if (id === undefined || to < 0 || to >= related.length) return;
    onChange(related.toSpliced(from, 1).toSpliced(to, 0, id));
    announce(`${nameOf(id)} is number ${to + 1} of ${related.length} now.`);
  };
  return (
    <Panel title="Related products">
      <p className="text-sm text-ink-soft">
        Its page shows them as 'You may also like', as long as they can be bought.
      </p>
      <ol className="space-y-1" aria-label="Related products">
        {related.map((id, index) => (
          <li key={id} className="flex items-center gap-1 text-sm">
            <span className="min-w-0 flex-1 truncate">{nameOf(id)}</span>
            <Small label={`Move ${nameOf(id)} up`} onPress={() => move(index, index - 1)}>
              ↑
            </Small>
            <Small label={`Move ${nameOf(id)} down`} onPress={() => move(index, index + 1)}>
              ↓
            </Small>
            <Small
              label={`Remove ${nameOf(id)}`}
              onPress={() => {
                onChange(related.toSpliced(index, 1));
                announce(`${nameOf(id)} is removed.`);
              }}
            >
              ×
            </Small>
          </li>
        ))}
      </ol>
      {related.length < MAX_RELATED ? (
        <Finder
          hidden={[...related, ...(product ? [product.id] : [])]}
          onAdd={({ id, name }) => {
            setAdded({ ...added, [id]: name });
            onChange([...related, id]);
            announce(`${name} is added.`);
          }}
        />
      ) : null}
    </Panel>
  );
}

function Small({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="size-8 rounded-control hover:bg-tint scriptless:hidden"
    >
      {children}
    </button>
  );
}

/** Searches products by name, brand, SKU or barcode. */
function Finder({ hidden, onAdd }: { hidden: string[]; onAdd: (product: NamedProduct) => void }) {
  const [typed, setTyped] = useState('');
  const { text, found: all, isSearching } = useProductSearch(typed);
  const found = all.filter(({ id }) => !hidden.includes(id));
  const isFound = text !== '' && !isSearching;
  // Further matches can be added after the first one. After the last one nothing is left to find.
  const add = (product: NamedProduct) => {
    if (found.length === 1) setTyped('');
    onAdd(product);
  };
  return (
    <div className="space-y-2 scriptless:hidden">
      <input
        type="search"
        aria-label="Add a related product"
        placeholder="Name, brand, SKU or barcode"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Without this, Enter would save the product.
          event.preventDefault();
          const [first] = found;
          if (first) add(first);
        }}
        className="control min-h-9 px-2 py-1 text-sm"
      />
      <p role="status" className={found.length > 0 ? 'sr-only' : 'text-sm text-ink-soft'}>
        {isFound ? (found.length > 0 ? `${found.length} found.` : 'Nothing else matches.') : ''}
      </p>
      <ul className="flex flex-wrap gap-2">
        {found.map((product) => (
          <li key={product.id}>
            <Button
              type="button"
              aria-label={`Add ${product.name}`}
              className="min-h-9 px-3 py-1 text-sm"
              onClick={() => add(product)}
            >
              + {product.name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
