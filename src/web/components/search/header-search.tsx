import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { isTyped } from '../../ui/typed-key.ts';
import { SearchField } from './search-field.tsx';

/**
 * The search of every page: a field if the header has room, else a link to the page with one. On
 * the narrowest phones the link is in the menu (site-header.tsx). The key '/' leads to the field or
 * the link. The page of results has its own field, to which the key leads there.
 */
export function HeaderSearch() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyped(event)) return;
      event.preventDefault();
      const ofPage = document.querySelector<HTMLInputElement>('main input[name=q]');
      // The header's field is not displayed when it has no room.
      if (pathname === '/search') ofPage?.focus();
      else if (field.current?.offsetParent) field.current.focus();
      else navigate('/search');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, pathname]);
  if (pathname === '/search') return null;
  return (
    <>
      <SearchField field={field} className="relative mr-2 hidden w-56 xl:block" />
      <Link
        to="/search"
        aria-label="Search the shop"
        className="hidden size-11 place-items-center rounded-control transition-colors hover:bg-tint min-[360px]:grid xl:hidden"
      >
        <Search aria-hidden="true" className="size-5" />
      </Link>
    </>
  );
}
