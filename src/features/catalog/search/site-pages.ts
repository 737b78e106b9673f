/**
 * The pages of the shop that a search may mean: its own texts, such as 'Returns', the contact form,
 * and the orders of a customer. There are few, so the process remembers them, and a search costs no
 * statement more.
 */
import type { Ctx } from '../../context.ts';
import { readPageTexts } from '../../shop-pages/shop-pages.ts';
import type { ShopPageLink, SiteContent } from '../../site-content.ts';
import { textsOf } from '../../texts/texts.ts';
import { fold, isSameWord, searchKey, wordsOf } from './search-text.ts';

export interface FoundPage {
  name: string;
  path: string;
  /** Whether its name is what was searched, and not only words of its text. */
  isNamed: boolean;
}

type Topic = 'delivery' | 'returns';

/** Words that people use for the same thing, in the singular. */
const topics: Record<Topic, readonly string[]> = {
  delivery: ['delivery', 'shipping', 'shipment', 'postage'],
  returns: ['return', 'refund', 'exchange'],
};

const MOST_PAGES = 5;
/** So many letters are enough to find a page by the beginning of its name. */
const SHORTEST_START = 3;

/** The path of the first page whose name says that it is about this; null if none does. */
export function pathOfPageAbout(topic: Topic, { allPages }: SiteContent): string | null {
  const page = allPages.find(({ name }) => isAbout(topic, wordsOf(name)));
  return page ? pathOf(page) : null;
}

/**
 * The pages that a text means by their names. Where it finds no products, also those whose text has
 * all of its words. While it is being typed, its words may be the beginnings of others.
 */
export async function findSitePages(
  ctx: Ctx,
  siteContent: SiteContent,
  q: string,
  { findsProducts, isTyping }: { findsProducts: boolean; isTyping: boolean },
): Promise<FoundPage[]> {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const named = namedPages(ctx, siteContent).filter((page) => isMeant(page, words, isTyping));
  if (named.length > 0 || findsProducts) return named.slice(0, MOST_PAGES).map(toFound);
  const texts = await wordsOfPages(ctx, siteContent.allPages);
  const keys = words.map((word) => searchKey([word]));
  return siteContent.allPages
    .filter(({ id }) => keys.every((key) => texts.get(id)?.has(key)))
    .slice(0, MOST_PAGES)
    .map((page) => ({ name: page.name, path: pathOf(page), isNamed: false }));
}

interface NamedPage extends Omit<FoundPage, 'isNamed'> {
  /** Other words that find it, as whole words. */
  words: readonly string[];
}

function namedPages({ shop }: Ctx, siteContent: SiteContent): NamedPage[] {
  const ofReturns = shop.returns.days > 0 ? topics.returns : [];
  const ofOrders = ['order', 'tracking', 'invoice', 'cancel', ...ofReturns];
  return [
    ...siteContent.allPages.map((page) => ({ name: page.name, path: pathOf(page), words: [] })),
    {
      name: textsOf(siteContent, 'home').contactTitle,
      path: '/#contact',
      words: ['contact', 'help', 'support'],
    },
    { name: 'My Orders', path: '/myOrders', words: ofOrders },
    ...(shop.guestCheckout
      ? [{ name: 'Find your order', path: '/findOrder', words: ofOrders }]
      : []),
  ];
}

const toFound = ({ name, path }: NamedPage): FoundPage => ({ name, path, isNamed: true });

const pathOf = ({ slug }: Pick<ShopPageLink, 'slug'>) => `/pages/${slug}`;

/** Every word has to be in the name, unless one says what the page is about. */
function isMeant(page: NamedPage, words: readonly string[], isTyping: boolean): boolean {
  const own = wordsOf(page.name);
  const isIn = (word: string) =>
    [...own, ...page.words].some((one) => isSameWord(one, word)) ||
    (isTyping && word.length >= SHORTEST_START && own.some((one) => one.startsWith(word)));
  const hasTopic = (topic: Topic) => isAbout(topic, words) && isAbout(topic, own);
  return words.every(isIn) || hasTopic('delivery') || hasTopic('returns');
}

function isAbout(topic: Topic, words: readonly string[]): boolean {
  return words.some((word) => topics[topic].some((one) => isSameWord(one, word)));
}

/** The words of each page's text and name, by its id. */
type PageWords = ReadonlyMap<string, ReadonlySet<string>>;

/** By the list of pages, which is another object after every change of a page. */
const known = new WeakMap<readonly ShopPageLink[], Promise<PageWords>>();

function wordsOfPages(ctx: Ctx, pages: readonly ShopPageLink[]): Promise<PageWords> {
  const before = known.get(pages);
  if (before) return before;
  const reading = pages.length === 0 ? Promise.resolve(new Map()) : readWords(ctx);
  known.set(pages, reading);
  // A fault is not remembered.
  reading.catch(() => known.delete(pages));
  return reading;
}

async function readWords(ctx: Ctx): Promise<PageWords> {
  const pages = await readPageTexts(ctx);
  return new Map(
    pages.map(({ id, name, text }) => {
      const words = new Set(fold(`${name} ${text}`).split(' '));
      return [id, new Set(Array.from(words, (word) => searchKey([word])))];
    }),
  );
}
