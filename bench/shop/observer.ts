import { deserialize } from 'node:v8';

/** An SQL statement as the shop sent it. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Of a prepared statement. */
  name?: string | undefined;
}

/** Observes the shop's process from outside, by the responses of `in-process-observer.ts`. */
export interface Observer {
  /** Measures the delays of the event loop while `work` runs. */
  watchDelays<T>(work: () => Promise<T>): Promise<{ result: T; p99Ms: number; maxMs: number }>;
  /** Records the statements that the shop sends during `work`. */
  recordStatements(work: () => Promise<void>): Promise<Statement[]>;
}

export function observe(port: number): Observer {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return deserialize(Buffer.from(await response.arrayBuffer()));
  };
  return {
    async watchDelays(work) {
      await ask('/delays/start');
      const result = await work();
      return { result, ...(await ask<{ p99Ms: number; maxMs: number }>('/delays/stop')) };
    },
    async recordStatements(work) {
      await ask('/statements/start');
      await work();
      return ask<Statement[]>('/statements/stop');
    },
  };
}
