import { redirect } from 'react-router';
import { signOut } from '#features/accounts/accounts.ts';
import { orErrorPage, redirectWithCookies } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/sign-out.ts';

export function loader(): never {
  throw redirect('/');
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = visitOf(context);
  const { cookies } = await orErrorPage(signOut(auth, request.headers));
  return redirectWithCookies('/', cookies);
}
