/** Saves the posted form of the editor, and returns the result. */
import { data, redirect } from 'react-router';
import {
  givenProductId,
  productChanges,
  type StaffProduct,
  staffProductInput,
} from '#features/product-management/product-management.schema.ts';
import { addStaffProduct, editProduct } from '#features/product-management/product-management.ts';
import type { AppError } from '#shared/errors.ts';
import { isDocumentRequest, orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { findFieldErrors } from './cell-values.ts';
import type { FieldName, Fields } from './draft.ts';
import { GIVEN_ID, type PostedEdit, readEdit, STARTED } from './edit-form.ts';

/** What the editor shows after a form was sent. */
export type SaveResult =
  | { ok: true; product: StaffProduct }
  | {
      ok: false;
      code: string;
      message: string;
      errors?: Partial<Record<FieldName, string>>;
      /** The product as somebody else saved it meanwhile. */
      current?: StaffProduct;
      /** The typed values, if the browser sent the form itself. */
      typed?: { fields: Fields; base: Fields };
    };

const CHECK_FIELDS = 'Please check the marked fields.';

export async function saveEdit(visit: Visit, request: Request, form: FormData, id: string | null) {
  const { timeZone } = visit.ctx.shop;
  const edit = readEdit(form, timeZone);
  if (!edit) return refuse({ code: 'malformed', message: 'That form could not be read.' }, 400);
  const typed = edit.fields ? { typed: { fields: edit.fields, base: edit.base } } : {};
  const errors = edit.fields ? findFieldErrors(edit.fields, timeZone) : {};
  if (Object.keys(errors).length > 0) {
    return refuse({ code: 'invalid_request', message: CHECK_FIELDS, errors, ...typed }, 422);
  }
  const work = save(visit, id, edit, form.get(GIVEN_ID));
  if ('problem' in work) {
    return refuse({ code: 'invalid_request', message: work.problem, ...typed }, 422);
  }
  const { value: product, refusal } = await orRefusal(work.saved);
  if (refusal) {
    const { code, message } = refusal;
    return refuse({ code, message, ...currentOf(refusal), ...typed }, refusalInit(refusal));
  }
  if (isDocumentRequest(request) || id === null) {
    const saved = String((id === null && form.get(STARTED)) || 'changes').slice(0, 60);
    throw redirect(`/admin/products/${product.id}?${new URLSearchParams({ saved })}`);
  }
  return data<SaveResult>({ ok: true, product });
}

function save(
  { ctx, actor }: Visit,
  id: string | null,
  { version, changes }: PostedEdit,
  given: unknown,
): { saved: Promise<StaffProduct> } | { problem: string } {
  if (id === null) {
    const input = staffProductInput.safeParse(changes);
    if (!input.success) return { problem: describe(input.error.issues[0]) };
    const givenId = givenProductId.safeParse(given);
    if (!givenId.success) return { problem: describe(givenId.error.issues[0]) };
    return { saved: addStaffProduct(ctx, actor, input.data, givenId.data) };
  }
  const input = productChanges.safeParse(changes);
  if (!input.success) return { problem: describe(input.error.issues[0]) };
  return { saved: editProduct(ctx, actor, id, version, input.data) };
}

function describe(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (!issue) return CHECK_FIELDS;
  return [issue.path.map(String).join(' '), issue.message].filter(Boolean).join(': ');
}

function currentOf({ code, details }: AppError): { current?: StaffProduct } {
  if (code !== 'edit_conflict') return {};
  return { current: (details as { current: StaffProduct }).current };
}

function refuse(result: Omit<SaveResult & { ok: false }, 'ok'>, init: number | ResponseInit) {
  return data<SaveResult>({ ok: false, ...result }, init);
}
