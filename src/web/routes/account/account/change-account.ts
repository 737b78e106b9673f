import { data, redirect } from 'react-router';
import { passwordChange, profileChange } from '#features/accounts/accounts.schema.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  resendVerification,
  saveProfile,
} from '#features/accounts/accounts.ts';
import { AppError } from '#shared/errors.ts';
import { accountNotices } from '../../../components/page/account-notices.ts';
import { type NoticeName, withNotice } from '../../../notices.ts';
import { refuse, submitForm } from '../../../posted-form.ts';
import { takePostedImage } from '../../../posted-image.ts';
import { orRefusal, redirectWithCookies } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';

type AccountNotice = NoticeName<typeof accountNotices>;

const noted = (name: AccountNotice) => withNotice('/account', accountNotices, name);
const done = (name: AccountNotice) => redirect(noted(name));

/** Handles the forms of the account page; `part` names the form that was sent. */
export async function changeAccount(visit: Visit, form: FormData, headers: Headers) {
  const part = String(form.get('part') ?? '');
  switch (part) {
    case 'profile':
      return changeProfile(visit, form, headers);
    case 'password':
      return changeOwnPassword(visit, form);
    case 'verify':
      return simply(resendVerification(visit.ctx, visit.actor, visit.baseUrl), part, 'mail-sent');
    case 'session': {
      const id = String(form.get('session') ?? '');
      return simply(endSession(visit.ctx, visit.actor, id), part, 'session-ended');
    }
    case 'sessions':
      return simply(endOtherSessions(visit.ctx, visit.actor), part, 'sessions-ended');
    default: {
      const sentence = 'This page does not know that form. Please reload the page and try again.';
      return refuse(new AppError('invalid_request', sentence), { part, result: null });
    }
  }
}

async function changeProfile(visit: Visit, form: FormData, headers: Headers) {
  const unfit = await takePostedImage(visit, form, 'image');
  const { refused } = await submitForm(
    form,
    profileChange,
    ({ name, image: chosen, removeImage }) => {
      const image = removeImage ? null : chosen || undefined;
      return saveProfile(visit.auth, { name, image }, headers);
    },
    { refusedFields: { image: unfit } },
  );
  if (!refused) return done('profile-saved');
  return data({ part: 'profile', result: refused.result, message: notSaved(visit) }, refused.init);
}

async function changeOwnPassword(visit: Visit, form: FormData) {
  const { value, refused } = await submitForm(
    form,
    passwordChange,
    ({ current, password, endOthers }) => {
      const change = { current, next: password, endOthers: endOthers === 'yes' };
      return changePassword(visit.ctx, visit.auth, visit.actor, change);
    },
    { hideFields: ['current', 'password'] },
  );
  if (!refused) return redirectWithCookies(noted('password-changed'), value.cookies);
  return data({ part: 'password', result: refused.result, message: notSaved(visit) }, refused.init);
}

/** Without script the page is a new one, and the top of it does not show the form with the reason. */
function notSaved({ isDataRequest }: Visit): string | null {
  return isDataRequest ? null : 'That was not saved. The reason is in the form below.';
}

/** Responds to a form without fields. */
async function simply(work: Promise<void>, part: string, notice: AccountNotice) {
  const { refusal } = await orRefusal(work);
  return refusal ? refuse(refusal, { part, result: null }) : done(notice);
}
