/** Remembers settings of the whole shop in a process, until they have another version. */
import type { Executor } from '#db/client.ts';

export interface SettingsReader<Settings> {
  /** The settings as this process read them last; the empty ones before it has read them. */
  readonly known: Settings;
  /**
   * The settings if they have this version, else the current ones. Other statements read the stored
   * version as well, so settings cost a statement only when they have changed.
   */
  at(db: Executor, version: string): Promise<Settings>;
  /** The current settings, read with one statement. */
  read(db: Executor): Promise<Settings>;
}

export function createSettingsReader<Settings extends { version: string }>(
  none: Settings,
  select: (db: Executor) => Promise<Settings>,
): SettingsReader<Settings> {
  let known = none;
  async function read(db: Executor): Promise<Settings> {
    known = await select(db);
    return known;
  }
  return {
    get known() {
      return known;
    },
    at: async (db, version) => (known.version === version ? known : read(db)),
    read,
  };
}
