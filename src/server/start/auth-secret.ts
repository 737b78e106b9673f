import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, fileErrorText, StartError } from '#shared/start-error.ts';

const stored = z.object({ authSecret: z.string().min(32) });

/**
 * The secret that signs session cookies, for shops without `AUTH_SECRET`. It is made at the first
 * start and stored in the data folder's `secrets.json` (mode 600), so that sessions survive a
 * restart. Processes that share the folder get the same secret.
 */
export async function readAuthSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secrets.json');
  try {
    return (await load(path)) ?? (await create(path));
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError || cause instanceof z.ZodError
        ? 'its content makes no sense'
        : fileErrorText(cause);
    throw new StartError(
      `${path} can't be used: ${reason}. Repair it, or remove it (which signs everybody out), or set AUTH_SECRET.`,
      { cause },
    );
  }
}

async function load(path: string): Promise<string | null> {
  try {
    return stored.parse(JSON.parse(await readFile(path, 'utf8'))).authSecret;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

// Writes a temporary file and then links it, which fails if another process was faster. So nobody
// reads half a file, and all processes use the first one.
async function create(path: string): Promise<string> {
  const authSecret = randomBytes(32).toString('base64url');
  const draft = `${path}.new-${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify({ authSecret }, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  try {
    await link(draft, path);
    return authSecret;
  } catch (error) {
    const winner = await load(path);
    if (winner) return winner;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
