import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Divides test files so that the parts of `--shard` take about equally long: the largest files
 * first, each to the part that has the least. By itself Vitest deals them out by hash.
 */
export default class EvenShards extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const parts = Array.from({ length: count }, () => ({ bytes: 0, files: [] as typeof files }));
    const sized = files.map((file) => ({ file, bytes: statSync(file.moduleId).size }));
    for (const { file, bytes } of sized.toSorted((a, b) => b.bytes - a.bytes)) {
      const least = parts.reduce((a, b) => (b.bytes < a.bytes ? b : a));
      least.files.push(file);
      least.bytes += bytes;
    }
    return parts[index - 1]?.files ?? [];
  }
}
