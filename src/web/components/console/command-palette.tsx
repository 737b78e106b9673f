import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { counted } from '#shared/counted.ts';
import { fitsWords } from '#shared/fits-words.ts';
import { Modal } from '../../ui/modal.tsx';
import { type ConsolePage, consolePages, furtherPages } from './console-pages.ts';
import type { EarlyKeys } from './early-keys.ts';
import type { Found, FoundGroup } from './search-result.ts';
import { settingPages } from './setting-pages.ts';
import { useStaffSearch } from './use-staff-search.ts';

type Page = Found & { words: string };

const navigation: Page[] = [
  ...consolePages.flatMap((group) =>
    group.pages.map((page) => ({ label: page.label, to: page.to, words: wordsOf(page) })),
  ),
  ...furtherPages,
];
/** Pages of the navigation, and further ones where something is set. */
const pages: Page[] = [
  ...navigation,
  ...settingPages.filter(({ label }) => !navigation.some((page) => page.label === label)),
];

/** Other words that people look for a page of the navigation by. */
function wordsOf(page: ConsolePage): string {
  if ('words' in page) return page.words;
  return settingPages.find(({ label, to }) => label === page.label && to === page.to)?.words ?? '';
}

/**
 * The pages whose names have the text, at the beginning of a word or elsewhere, then those that have
 * a word for each of its words.
 */
function findPages(text: string): Found[] {
  const typed = text.toLowerCase();
  const begins = ({ label }: Found) => ` ${label.toLowerCase()}`.includes(` ${typed}`);
  const hasName = ({ label }: Found) => label.toLowerCase().includes(typed);
  return [
    ...pages.filter(begins),
    ...pages.filter((page) => hasName(page) && !begins(page)),
    ...pages.filter((page) => !hasName(page) && fitsWords(text, `${page.label} ${page.words}`)),
  ];
}

/** Finds pages, what the server's address of searches finds, and settings, and opens them. */
export default function CommandPalette({
  open,
  opened,
  early,
  from,
  onClose,
}: {
  open: boolean;
  /** How often it was opened: each time has a field of its own, also while the last one closes. */
  opened: number;
  early: RefObject<EarlyKeys | null>;
  /** What had the focus: its field has taken it before the dialog can note that. */
  from: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  return (
    <Modal open={open} onClose={onClose} returnTo={from} title="Find anything">
      <div className="-mx-5 -mb-5 flex h-[60dvh] flex-col">
        <Finder key={opened} early={early} onClose={onClose} />
      </div>
    </Modal>
  );
}

// This is written here, without the Autocomplete of Base UI. With it, the code that it shares with
// the dialogs would become separate files, and the panels of the shop would load 1.5 KB more.
function Finder({ early, onClose }: { early: RefObject<EarlyKeys | null>; onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const { typed, setTyped, groups, isSearching } = useFound(early.current?.text ?? '');
  const [asked, setAsked] = useState(0);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(asked, items.length - 1);
  const go = ({ to }: Found) => {
    onClose();
    void navigate(to);
  };
  useEarlyEnter(early, isSearching ? undefined : items[0], go);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[at];
    if (step !== undefined) setAsked((at + step + items.length) % (items.length || 1));
    else if (event.key === 'Enter' && chosen) go(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // At once, so that what is typed meanwhile is not lost.
        // biome-ignore lint/a11y/noAutofocus: the dialog moves the focus here anyway
        autoFocus
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${id}-${at}` : undefined}
        aria-label="Page, product, order, customer or setting"
        placeholder="Page, product, order, customer or setting"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAsked(0);
        }}
        onKeyDown={onKeyDown}
        className="w-full border-y border-line bg-transparent px-5 py-3 outline-none"
      />
      <p role="status" className={items.length > 0 ? 'sr-only' : 'px-5 py-6 text-sm text-ink-soft'}>
        {isSearching
          ? 'Searching …'
          : items.length > 0
            ? counted(items.length, 'result')
            : 'Nothing matches.'}
      </p>
      <Results id={id} groups={groups} at={at} go={go} />
    </>
  );
}

/** Opens the first result when Enter was pressed before the field existed. */
function useEarlyEnter(
  early: RefObject<EarlyKeys | null>,
  first: Found | undefined,
  go: (found: Found) => void,
): void {
  const [isWaiting, setWaiting] = useState(early.current?.isEntered ?? false);
  // From now on the field receives the keys.
  useEffect(() => {
    early.current = null;
  }, [early]);
  useEffect(() => {
    if (!isWaiting || !first) return;
    setWaiting(false);
    go(first);
  });
}

interface ResultsProps {
  /** The id of the list box. The ids of the options begin with it. */
  id: string;
  groups: FoundGroup[];
  /** The number of the highlighted option. */
  at: number;
  go: (found: Found) => void;
}

function Results({ id, groups, at, go }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another one is highlighted
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const items = groups.flatMap((group) => group.items);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className={items.length > 0 ? 'scrolls-quietly min-h-0 p-2' : 'hidden'}
    >
      {groups.map(({ title, items: found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a part of a list box
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pt-3 pb-1 text-xs font-semibold text-ink-soft">
            {title}
          </p>
          {found.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            <div
              key={`${item.to} ${item.label}`}
              id={`${id}-${items.indexOf(item)}`}
              role="option"
              aria-selected={items.indexOf(item) === at}
              onClick={() => go(item)}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1 text-sm hover:bg-tint aria-selected:bg-tint lg:min-h-9"
            >
              <span className="font-medium">{item.label}</span>
              {item.about ? <span className="text-ink-soft">{item.about}</span> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The text and its results: pages at once, the rest from the server. */
function useFound(early: string) {
  const [typed, setTyped] = useState(early);
  const { text, groups: found, isSearching } = useStaffSearch(typed);
  const groups = [{ title: 'Pages', items: findPages(text) }, ...found].filter(
    ({ items }) => items.length > 0,
  );
  return { typed, setTyped, groups, isSearching };
}
