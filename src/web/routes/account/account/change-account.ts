import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from 'react-router';
import { passwordChange, profileChange } from '#features/accounts/accounts.schema.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  resendVerification,
  saveProfile,
} from '#features/accounts/accounts.ts';
import type { AppError } from '#shared/errors.ts';
import { takePostedImage } from '../../../posted-image.ts';
import { orRefusal, redirectWithCookies, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import type { FormResult } from '../../../ui/use-checked-form.ts';

interface CallResponse {
  /** The name of the form that was sent. */
  part: string;
  result: FormResult;
  /** The message for a form without fields. */
  message: string | null;
}

const noted = (notice: string) => `/account?notice=${notice}`;
const done = (notice: string) => redirect(noted(notice));

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
    default:
      return respond(
        {
          part,
          result: null,
          message: 'This page does not know that form. Please reload the page and try again.',
        },
        { status: 422 },
      );
  }
}

async function changeProfile(visit: Visit, form: FormData, headers: Headers) {
  const part = 'profile';
  const unfit = await takePostedImage(visit, form, 'image');
  const submission = parseWithZod(form, { schema: profileChange });
  if (unfit) {
    const result = submission.reply({ fieldErrors: { image: [unfit.message] } });
    return respond({ part, result, message: null }, refusalInit(unfit));
  }
  if (submission.status !== 'success') {
    return respond({ part, result: submission.reply(), message: null }, { status: 422 });
  }
  const { name, image: chosen, removeImage } = submission.value;
  const image = removeImage ? null : chosen || undefined;
  const { refusal } = await orRefusal(saveProfile(visit.auth, { name, image }, headers));
  if (!refusal) return done('profile-saved');
  return refused(part, submission.reply({ formErrors: [refusal.message] }), refusal);
}

async function changeOwnPassword(visit: Visit, form: FormData) {
  const part = 'password';
  const submission = parseWithZod(form, { schema: passwordChange });
  const hideFields = ['current', 'password'];
  if (submission.status !== 'success') {
    const result = submission.reply({ hideFields });
    return respond({ part, result, message: null }, { status: 422 });
  }
  const { current, password, endOthers } = submission.value;
  const change = { current, next: password, endOthers: endOthers === 'yes' };
  const { refusal, value } = await orRefusal(
    changePassword(visit.ctx, visit.auth, visit.actor, change),
  );
  if (!refusal) return redirectWithCookies(noted('password-changed'), value.cookies);
  return refused(part, submission.reply({ formErrors: [refusal.message], hideFields }), refusal);
}

async function simply(work: Promise<void>, part: string, notice: string) {
  const { refusal } = await orRefusal(work);
  if (!refusal) return done(notice);
  return respond({ part, result: null, message: refusal.message }, refusalInit(refusal));
}

function refused(part: string, result: FormResult, refusal: AppError) {
  return respond({ part, result, message: null }, refusalInit(refusal));
}

function respond(what: CallResponse, init: ResponseInit) {
  return data(what, init);
}
