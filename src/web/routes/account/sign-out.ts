import { redirect } from 'react-router';
import { signOut } from '#features/accounts/accounts.ts';
import { refuse } from '../../posted-form.ts';
import { isDocumentRequest, orErrorPage, orRefusal, redirectWithCookies } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/sign-out.ts';

export function loader(): never {
  throw redirect('/');
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = visitOf(context);
  const signingOut = signOut(auth, request.headers);
  if (isDocumentRequest(request)) {
    return redirectWithCookies('/', (await orErrorPage(signingOut)).cookies);
  }
  const { value, refusal } = await orRefusal(signingOut);
  if (value) return redirectWithCookies('/', value.cookies);
  return refuse(refusal, { ok: false });
}
