/** Fetches files from addresses that a person typed, or a file contains. */
export interface RemoteFilesPort {
  /**
   * The content of a file on the public internet. Throws `RemoteFileError` for an address that may
   * not be fetched, a file that is too large or not there, and a server that does not respond.
   */
  fetch(url: string, options: { mostBytes: number; signal: AbortSignal }): Promise<Uint8Array>;
}

export class RemoteFileError extends Error {
  /** Whether a later attempt may succeed. */
  readonly isTemporary: boolean;
  /** Whether the server, or a name server that knows its address, did not respond in time. */
  readonly isTimeout: boolean;

  /** `message` is a sentence for the person. */
  constructor(
    message: string,
    options: { isTemporary?: boolean; isTimeout?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary ?? false;
    this.isTimeout = options.isTimeout ?? false;
  }
}
