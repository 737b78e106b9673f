import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { counted } from '#shared/counted.ts';
import { type ListWindow, moreRows, PAGE_SIZES } from '../pagination.ts';
import { useAnnounce } from '../ui/announcer.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** The number of placeholder rows when the number of rows to come is unknown. */
const SKELETONS = 3;

/**
 * A list that 'Load more' extends without losing the place. The address has the number of shown
 * rows, so Back shows them again. New rows are announced, and the first one takes the focus.
 */
export function GrowingList<Row extends { id: string }>({
  thing,
  rows,
  renderRow,
  skeleton,
  total,
  window,
  next,
  className,
}: {
  /** The word for a row, in the singular. */
  thing: string;
  rows: Row[];
  renderRow: (row: Row, index: number) => ReactNode;
  /** A placeholder with the layout of a row. */
  skeleton: ReactNode;
  /** The number of rows in the whole list, where it is known. */
  total?: number;
  window: ListWindow;
  next: string | null;
  className?: string;
}) {
  const { pathname, search } = useLocation();
  const { location } = useNavigation();
  const list = useRef<HTMLUListElement>(null);
  const asked = useAsked(list, rows, thing);
  const more = next ? moreRows(search, window, next, rows.length) : null;
  const onTheirWay = location?.pathname === pathname && location.search === more?.search;
  const coming = total === undefined ? SKELETONS : Math.min(more?.added ?? 0, total - rows.length);
  return (
    <>
      <ul ref={list} className={className}>
        {rows.map((row, index) => (
          <li key={row.id} id={PAGE_SIZES.includes(index) ? `row-${index}` : undefined}>
            {renderRow(row, index)}
          </li>
        ))}
        {onTheirWay && more?.added
          ? Array.from({ length: coming }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal
              <li key={index} aria-hidden="true">
                {skeleton}
              </li>
            ))
          : null}
      </ul>
      {more ? (
        <MoreLink
          thing={thing}
          more={more}
          from={rows.length}
          onTheirWay={onTheirWay}
          onAsk={() => {
            asked.current = more.added ? rows.length : 0;
          }}
        />
      ) : null}
    </>
  );
}

// This is a separate component, because it changes after hydration and the rows do not.
function MoreLink({
  thing,
  more,
  from,
  onTheirWay,
  onAsk,
}: {
  thing: string;
  more: ReturnType<typeof moreRows>;
  /** The number of shown rows. */
  from: number;
  onTheirWay: boolean;
  onAsk: () => void;
}) {
  const hydrated = useHydrated();
  return (
    <p className="mt-12 text-center">
      <ButtonLink
        // Without script the browser scrolls to the first added row by itself.
        to={more.search + (hydrated || !more.added ? '' : `#row-${from}`)}
        preventScrollReset={more.added > 0}
        replace={more.added > 0}
        aria-busy={onTheirWay}
        onClick={onAsk}
      >
        {more.added ? `Load more ${thing}s` : `Next ${thing}s`}
      </ButtonLink>
    </p>
  );
}

/**
 * Remembers which row was requested; when it has loaded, announces it and moves the focus to it.
 */
function useAsked(list: React.RefObject<HTMLUListElement | null>, rows: unknown[], thing: string) {
  const asked = useRef<number | null>(null);
  const announce = useAnnounce();
  useEffect(() => {
    const from = asked.current;
    if (from === null) return;
    asked.current = null;
    const first = list.current?.children[from];
    if (!(first instanceof HTMLElement) || from >= rows.length) return;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
    announce(`${counted(rows.length - from, `more ${thing}`)}.`);
  }, [rows, list, thing, announce]);
  return asked;
}
