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
import { type FieldName, type Fields, fieldNames } from './draft.ts';
import { GIVEN_ID, type PostedEdit, readEdit, STARTED } from './edit-form.ts';
import { fieldLabels } from './field-labels.ts';

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
    return refuse({ code: 'invalid_request', ...work.problem, ...typed }, 422);
  }
  const { value: product, refusal } = await orRefusal(work.saved);
  if (refusal) {
    const { code, message, details } = refusal;
    const ofField = errorOf(details.field, message);
    return refuse(
      { code, message, ...ofField, ...currentOf(refusal), ...typed },
      refusalInit(refusal),
    );
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
): { saved: Promise<StaffProduct> } | { problem: Problem } {
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

interface Problem {
  message: string;
  errors?: Partial<Record<FieldName, string>>;
}

function describe(issue: { path: PropertyKey[]; message: string } | undefined): Problem {
  if (!issue) return { message: CHECK_FIELDS };
  const { path, message } = issue;
  const ofField = path.length === 1 ? errorOf(path[0], message) : {};
  const [name] = Object.keys(ofField.errors ?? {});
  const label = name ? fieldLabels[name as FieldName] : path.map(String).join(' ');
  return { message: [label, message].filter(Boolean).join(': '), ...ofField };
}

/** The message at its field, if it has one. The details have one for text and formatting. */
function errorOf(field: unknown, message: string): Pick<Problem, 'errors'> {
  const name = field === 'descriptionHtml' ? 'descriptions' : field;
  return fieldNames.some((one) => one === name) ? { errors: { [String(name)]: message } } : {};
}

function currentOf({ code, details }: AppError): { current?: StaffProduct } {
  if (code !== 'edit_conflict') return {};
  return { current: (details as { current: StaffProduct }).current };
}

function refuse(result: Omit<SaveResult & { ok: false }, 'ok'>, init: number | ResponseInit) {
  return data<SaveResult>({ ok: false, ...result }, init);
}
