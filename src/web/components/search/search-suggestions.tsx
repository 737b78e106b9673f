import { type RefObject, useEffect, useId, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { counted } from '#shared/counted.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { ComboboxState } from './search-field.tsx';
import { sendClick } from './send-click.ts';
import { optionsOf, type SuggestionOption } from './suggestion-options.tsx';
import { useActiveOption } from './use-active-option.ts';
import { usePopularSearches } from './use-popular-searches.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTyping } from './use-typing.ts';

const OPTION =
  'flex min-h-11 items-center gap-3 rounded-control px-2 py-1 no-underline hover:bg-tint';

/** The list under a field of a search. The focus stays in the field. */
export default function SearchSuggestions({
  field,
  onState,
}: {
  field: RefObject<HTMLInputElement | null>;
  onState: (state: ComboboxState) => void;
}) {
  const listId = useId();
  const navigate = useNavigate();
  const { text, isOpen, close } = useTyping(field);
  const found = useSuggestions(text);
  const popular = usePopularSearches(isOpen);
  const options = isOpen ? optionsOf(text, found, popular) : [];
  const note = (to: string) => {
    const product = options.find((option) => option.to === to)?.product;
    if (product) sendClick({ q: text.trim(), product, suggested: true });
  };
  const choose = (to: string) => {
    note(to);
    close();
    navigate(to);
  };
  const active = useActiveOption(field, options, { choose, close });
  const shown = options.length > 0;
  const idOf = (index: number) => `${listId}-${index}`;
  const activeId = options[active] ? idOf(active) : null;
  const none = isOpen && found ? 'No suggestions' : '';
  useAnnounced(shown ? counted(options.length, 'suggestion') : none, found);
  // Runs before the list is painted: the field and the list always name the same option.
  useLayoutEffect(() => {
    onState({
      'aria-expanded': shown,
      ...(shown && { 'aria-controls': listId }),
      ...(activeId !== null && { 'aria-activedescendant': activeId }),
    });
  }, [onState, shown, listId, activeId]);

  if (!shown) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Suggestions"
      className="absolute top-full right-0 left-0 z-40 mt-1 max-h-[70dvh] min-w-72 overflow-y-auto rounded-card border border-line bg-surface p-2 text-ink shadow-panel lg:in-[header]:left-auto lg:in-[header]:w-96"
    >
      {options.map((option, index) => (
        <OptionLink
          key={option.to}
          id={idOf(index)}
          option={option}
          isActive={index === active}
          onChoose={choose}
          onOpenBeside={note}
        />
      ))}
    </div>
  );
}

/** Has words read out, also the same ones for other results. */
function useAnnounced(words: string, found: unknown): void {
  const announce = useAnnounce();
  // biome-ignore lint/correctness/useExhaustiveDependencies: also reads the number of the next results when it is the same one
  useEffect(() => {
    if (words) announce(words);
  }, [words, found, announce]);
}

function OptionLink({
  id,
  option: { to, content },
  isActive,
  onChoose,
  onOpenBeside,
}: {
  id: string;
  option: SuggestionOption;
  isActive: boolean;
  onChoose: (to: string) => void;
  /** Called when the browser opens it in another tab or window. */
  onOpenBeside: (to: string) => void;
}) {
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={to}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return onOpenBeside(to);
        event.preventDefault();
        onChoose(to);
      }}
      className={classNames(OPTION, isActive && 'bg-tint')}
    >
      {content}
    </a>
  );
}
