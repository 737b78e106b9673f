import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../ui/use-hydrated.ts';

const HASH = '#filters';

/** Opens the filters' sheet by its address, so that Back closes it. */
export function useFilterSheet() {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  // Browsers do not send the part after `#` to the server.
  const open = useHydrated() && hash === HASH;
  return {
    open,
    show: () =>
      void navigate(
        { search, hash: HASH },
        { preventScrollReset: true, state: { isOnTopOfList: true } },
      ),
    close: () => {
      if (!open) return;
      if (state?.isOnTopOfList) void navigate(-1);
      else void navigate({ search }, { replace: true, preventScrollReset: true });
    },
  };
}
