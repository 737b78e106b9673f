import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** JSON lines that are only ever added to; a line is with the system before `write` returns. */
export class Journal<Line extends object> {
  readonly path: string;
  readonly #file: number;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'a');
  }

  write(line: Line): void {
    writeSync(this.#file, `${JSON.stringify({ at: Date.now(), ...line })}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Every line of a journal, also of one that another process writes. */
export function readJournal<Line>(path: string): Line[] {
  const text = readFileSync(path, 'utf8');
  // The last line may be on its way.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
}
