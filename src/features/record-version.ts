/** Edits of staff are based on a version of a record. */
import { AppError } from '#shared/errors.ts';

/** 412: the record was changed since the editor saw it. `current` is what it is now. */
export function editConflict(current: object): AppError {
  return new AppError(
    'edit_conflict',
    'Somebody else changed this meanwhile. Please look at it again before you save.',
    { details: { current } },
  );
}

/** 412 `edit_conflict` with the current record when it has another version. */
export function requireVersion(current: { version: number }, version: number): void {
  if (current.version !== version) throw editConflict(current);
}
