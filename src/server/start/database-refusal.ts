import { databaseMessage, sqlState } from '#db/database-error.ts';
import { StartError } from '#shared/start-error.ts';

/**
 * The sentence for the operator when the database refuses what a start or a command has to do; any
 * other error as it is.
 */
export function describeDatabaseRefusal(error: unknown, place: string): unknown {
  switch (sqlState(error)) {
    case '25006':
      return new StartError(
        `The database at ${place} takes no changes now, and this has to write to it. It may be a copy, or its disk may be full. Try again once it takes changes.`,
        { cause: error },
      );
    case '42501':
      return new StartError(
        `The database at ${place} refuses this user: ${databaseMessage(error)}. Make the user the owner of its database.`,
        { cause: error },
      );
    default:
      return error;
  }
}
