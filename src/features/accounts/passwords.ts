import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#shared/errors.ts';
import { createSlots } from '#shared/slots.ts';

// argon2id with 19 MiB and two passes, OWASP's first choice.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two passwords are hashed at a time. They take 38 MiB, and two of libuv's four threads stay free
 * for files. The others wait for a few seconds at most, and are refused with 503 after that.
 */
const AT_A_TIME = 2;
const WAITING = 200;
export const MAX_HASHES = AT_A_TIME + WAITING;
const inTurn = createSlots(AT_A_TIME, WAITING);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost));
}

export function verifyPassword({
  hash: expected,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  return inTurn(() => verify(expected, password.normalize('NFKC')));
}

// The passwords of eight characters or more at the top of published lists of leaked passwords.
const COMMON = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '11111111',
  '00000000',
  '87654321',
  '123123123',
  'password',
  'password1',
  'password12',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'trustno1',
  'starwars',
  'whatever',
  'qwertyui',
  'qwertyuiop',
  'qwerty123',
  'qwerty12',
  '1qaz2wsx',
  '1q2w3e4r',
  '1q2w3e4r5t',
  'asdfghjkl',
  'zxcvbnm1',
  'abcd1234',
  'abc12345',
  'abcdefgh',
  'letmein1',
  'welcome1',
  'admin123',
  'administrator',
  'changeme',
  'computer',
  'michelle',
  'jennifer',
  'charlie1',
  'demo-shop-2026',
]);

/** True for the most commonly guessed passwords, which include the demo shop's. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

export const COMMON_PASSWORD = 'That password is too easy to guess. Please choose another one.';

export function requireUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new AppError('invalid_request', COMMON_PASSWORD);
}
