import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { storeRecentSearch } from './recent-searches.ts';

/**
 * The typed text, and whether the list may be open: from the first use of the field until it is
 * left.
 */
export function useTyping(field: RefObject<HTMLInputElement | null>) {
  const { key } = useLocation();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page needs no suggestions
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const open = () => {
      setText(input.value);
      setOpen(true);
    };
    const close = () => setOpen(false);
    const store = () => {
      storeRecentSearch(input.value);
      close();
    };
    const { form } = input;
    input.addEventListener('input', open);
    input.addEventListener('focus', open);
    input.addEventListener('blur', close);
    form?.addEventListener('submit', store);
    // This was typed while the code was loading.
    if (document.activeElement === input) open();
    return () => {
      input.removeEventListener('input', open);
      input.removeEventListener('focus', open);
      input.removeEventListener('blur', close);
      form?.removeEventListener('submit', store);
    };
  }, [field]);
  return { text, isOpen, close: () => setOpen(false) };
}
