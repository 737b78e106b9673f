/** How calls name the version of a record that a client changed. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from './app-env.ts';

/** For the description of a call that edits a record, whose calls name its version as `ETag`. */
export const SEND_ETAG =
  'Send the `ETag` of the record that you changed as `If-Match`. `precondition_required`: it is missing. `edit_conflict`: the record has changed since then; `current` in the problem document is the record as it is now.';

/** For the description of a call that changes an order. */
export const SEND_ORDER_VERSION =
  'Send the `version` of the order that you saw as `If-Match`; if the order has changed since then, the call is refused with `order_changed`.';

// It is optional here, because its absence is 428, which a schema can't say.
export const ifMatch = z.object({
  'if-match': z.string().max(40).optional().openapi({ example: '"3"' }),
});

/** The version that `If-Match` names. Proxies that compress make the tag a weak one. */
export function versionOf(header: string | undefined): number {
  if (header === undefined) {
    throw new AppError(
      'precondition_required',
      'Please send the version that you changed, such as If-Match: "3".',
    );
  }
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version === undefined) {
    throw new AppError('invalid_request', 'If-Match has to be a version, such as "3".');
  }
  return Number(version);
}

/** The version that a client saw; null when it sends none: then nothing is compared. */
export function seenVersionOf(header: string | undefined): number | null {
  return header === undefined ? null : versionOf(header);
}

/** Names the version of the record in a response. */
export function withETag<T extends { version: number }>(c: Context<AppEnv>, record: T): T {
  c.header('ETag', `"${record.version}"`);
  return record;
}

/** Awaits an edit; a conflict shows the current record as the calls write it. */
export async function currentAs<T>(toJson: (record: T) => unknown, edit: Promise<T>): Promise<T> {
  try {
    return await edit;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'edit_conflict')) throw error;
    const current = toJson(error.details.current as T);
    throw new AppError(error.code, error.message, { details: { current }, cause: error });
  }
}
