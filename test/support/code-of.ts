/**
 * The code of the error that some work ends with, the name of the constraint that refused it, or
 * 'done'.
 */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code, constraint, message }) => String(code === '23514' ? constraint : (code ?? message)),
  );
