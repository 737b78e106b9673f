/** How React Router requests the data of a page, and how the data is encoded (8.4). */

/** The address of a page's data. */
export function dataPath(pathname: string): string {
  return pathname === '/' ? '/_.data' : `${pathname}.data`;
}

const DATA = /\.data$/;

/** The page's address for an address of its data; a page's own address stays as it is. */
export function pagePath(address: string): string {
  return address === '/_.data' ? '/' : address.replace(DATA, '');
}

/** Whether a page's script requests data at this address. */
export function isDataAddress(url: string): boolean {
  return DATA.test(new URL(url, 'http://shop').pathname);
}

/** Whether the router makes this request: no other code of the shop passes a `URL`. */
export function isRoutersRequest(input: RequestInfo | URL): input is URL {
  return input instanceof URL;
}

/** Reads a value from what a loader returned, by its path of names and indexes. */
type ReadValue = (...path: string[]) => unknown;

/** Where the response to a form redirects; null if it does not. */
export function redirectIn(text: string): string | null {
  const values: unknown[] = JSON.parse(firstLine(text));
  const [fields] = values as [Record<string, number> | undefined];
  const to = values[fields?.[`_${values.indexOf('redirect')}`] ?? -1];
  return typeof to === 'string' ? to : null;
}

const firstLine = (text: string) => text.slice(0, text.indexOf('\n') + 1 || undefined);

/**
 * Reads the values that the loaders of a page returned. The router writes each value once into a
 * list, and refers to names and values by their indexes there.
 */
export function readRouteData(text: string): ReadValue[] {
  const values: unknown[] = JSON.parse(firstLine(text));
  const step = (place: unknown, name: string): unknown => {
    const value = values[Number(place)] as Record<string, unknown> | unknown[] | undefined;
    return Array.isArray(value) ? value[Number(name)] : value?.[`_${values.indexOf(name)}`];
  };
  return Object.values(values[0] as object).map(
    (route) =>
      (...path) =>
        values[Number(['data', ...path].reduce(step, route))],
  );
}
