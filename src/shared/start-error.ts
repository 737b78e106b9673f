/**
 * An error that prevents the shop from starting and that its operator can fix. The message is the
 * one line to print: what is wrong, where, and what to do. Any other error is a bug.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** The `code` of a failed system call (`ENOENT`) or a failed query (`57P03`), if there is one. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Text for common errors of files and folders; the code itself for others. */
export function fileErrorText(error: unknown): string {
  const code = errorCode(error);
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left on the disk',
    EDQUOT: 'the disk quota is used up',
    EXDEV: 'it is on another file system',
    ENOTDIR: 'it lies below a file, not a folder',
    EEXIST: 'it is a file, not a folder',
    ENOENT: 'it does not exist and cannot be created',
    ENAMETOOLONG: 'the name is too long',
  };
  return words[code ?? ''] ?? code ?? String(error);
}
