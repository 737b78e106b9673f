import { useRouteLoaderData } from 'react-router';

/** The shop's categories, in the order of staff; for pages of the console. */
export function useCategories(): { id: string; name: string }[] {
  const frame = useRouteLoaderData('console') as
    | { categories: { id: string; name: string }[] }
    | undefined;
  return frame?.categories ?? [];
}

/** The choices of a category filter: all, then each category by its id. */
export function useCategoryChoices(): [id: string, label: string][] {
  return [['', 'All'], ...useCategories().map(({ id, name }): [string, string] => [id, name])];
}
