/** What an import did with images, in sentences for its page and its command. */
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { type ImageCounts, otherHostChoices } from './import.schema.ts';

/** What to do with the images that stay on other hosts. */
const KEEP = {
  check: 'check the file again',
  import: 'export these products and import that file',
} as const;

/** How people choose that images are fetched: in the console, and on the command line. */
const FETCH = {
  console: `with ‘${otherHostChoices.fetch}’`,
  command: 'without --leave-images',
} as const;

/** `kind` is 'check' for a dry run. */
export function imageReport(
  counts: ImageCounts | undefined,
  kind: keyof typeof KEEP,
  at: keyof typeof FETCH = 'console',
): string[] {
  if (!counts) return [];
  const { toFetch, done, fetched, failed } = counts;
  const left = toFetch - done;
  const isCheck = kind === 'check';
  const sentences = [
    [fetched, `${counted(fetched, 'image')} fetched into this shop.`],
    [isCheck ? left : 0, `${counted(left, 'image')} will be fetched into this shop.`],
    [
      isCheck ? 0 : left,
      `${counted(left, 'image')} not fetched yet: products show them from their hosts, or not at all.`,
    ],
    [
      failed,
      `${counted(failed, 'image')} could not be fetched and ${failed === 1 ? 'is' : 'are'} missing. The problems name each.`,
    ],
  ] as const;
  const said = sentences.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []));
  return [...said, ...stayReport(counts, `${KEEP[kind]} ${FETCH[at]}`)];
}

function stayReport({ stay }: ImageCounts, advice: string): string[] {
  const byCount = Object.entries(stay).toSorted(([, a], [, b]) => b - a);
  const count = byCount.reduce((sum, [, of]) => sum + of, 0);
  if (count === 0) return [];
  const hosts = byCount.map(([host, of]) => `${host} (${withThousands(of)})`).join(', ');
  const [stays, are, them] = count === 1 ? ['stays', 'it is', 'it'] : ['stay', 'they are', 'them'];
  return [
    `${counted(count, 'image')} ${stays} on ${hosts}. If ${are} removed there, such as with a closed account, this shop loses ${them}. To keep ${them}, ${advice}.`,
  ];
}
