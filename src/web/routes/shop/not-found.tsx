import { noPage } from './no-page.ts';

/** The page of every unknown address. */
export function loader(): never {
  throw noPage();
}

export default function NotFound() {
  return null;
}
