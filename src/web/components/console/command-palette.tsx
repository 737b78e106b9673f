import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { useInertPage } from '../../ui/use-inert-page.ts';
import { consolePages } from './console-pages.ts';
import type { Found, FoundGroup, SearchResult } from './search-result.ts';

/** Texts typed within this time, in milliseconds, are searched once. */
const PAUSE_MS = 150;

const pages: Found[] = [
  ...consolePages.flatMap((group) => group.pages.map(({ label, to }) => ({ label, to }))),
  { label: 'Add product', to: '/admin/products/new' },
  { label: 'Account', to: '/account' },
];

/** Finds pages, products, orders and customers, and opens them. */
export default function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  useInertPage(open);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="modal-backdrop" />
        <Dialog.Popup
          aria-label="Find anything"
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[75dvh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col rounded-panel bg-surface shadow-panel"
        >
          <Finder onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { text, setText, groups, isSearching } = useFound();
  const go = ({ to }: Found) => {
    onClose();
    void navigate(to);
  };
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setText(value);
      }}
      itemToStringValue={({ label }: Found) => label}
    >
      <Autocomplete.Input
        // At once, so that what is typed meanwhile is not lost.
        autoFocus
        aria-label="Page, product, order or customer"
        placeholder="Page, product, order or customer"
        className="w-full border-b border-line bg-transparent px-5 py-4 outline-none"
      />
      <Autocomplete.Status className="sr-only">
        {isSearching ? 'Searching' : ''}
      </Autocomplete.Status>
      <Autocomplete.Empty className="text-sm text-ink-soft [&:not(:empty)]:px-5 [&:not(:empty)]:py-6">
        {isSearching ? 'Searching …' : 'Nothing matches.'}
      </Autocomplete.Empty>
      <Autocomplete.List className="scrolls-quietly min-h-0 [&:not(:empty)]:p-2">
        {(group: FoundGroup) => (
          <Autocomplete.Group key={group.title} items={group.items}>
            <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-xs font-semibold text-ink-soft">
              {group.title}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Found) => (
                <Autocomplete.Item
                  key={`${item.to} ${item.label}`}
                  value={item}
                  onClick={() => go(item)}
                  className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1 text-sm data-highlighted:bg-tint lg:min-h-9"
                >
                  <span className="font-medium">{item.label}</span>
                  {item.about ? <span className="text-ink-soft">{item.about}</span> : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** The text and what it finds: pages at once, the rest from the server. */
function useFound() {
  const [text, setText] = useState('');
  const { load, data, state } = useFetcher<SearchResult>();
  const asked = text.trim();
  useEffect(() => {
    if (asked === '') return;
    const timer = setTimeout(
      () => load(`/admin/search?${new URLSearchParams({ q: asked })}`),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [asked, load]);
  const words = asked.toLowerCase();
  const fitting = pages.filter(({ label }) => label.toLowerCase().includes(words));
  // What an earlier text found is not shown: Enter would open it.
  const found = data && asked !== '' && data.text === asked ? data.groups : [];
  const groups = [{ title: 'Pages', items: fitting }, ...found].filter(
    ({ items }) => items.length > 0,
  );
  return {
    text,
    setText,
    groups,
    isSearching: asked !== '' && (state !== 'idle' || data?.text !== asked),
  };
}
