import { type ReturnRequest, returnRequest } from '#features/returns/returns.schema.ts';
import { parseFields } from '../../posted-form.ts';
import { readRequestedReturn } from './requested-return.ts';

/** The request of a posted form: its lines with units. 422 `invalid_request`. */
export function requireReturnRequest(posted: FormData): ReturnRequest {
  const { ofReturn, lines, note } = readRequestedReturn(posted);
  return parseFields(returnRequest, {
    lines: lines.filter(({ quantity }) => quantity !== 0),
    note,
    ofReturn: ofReturn ?? undefined,
  });
}
