import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOTS = ['src', 'test', 'docs', 'scripts', 'bench', 'demo', 'deploy', 'public'];
const NAMES_FILE = /\.(tsx?|js|mjs|md|css|sql|json|conf|env|service|csv)$/;
const NAMES_FOLDER = new RegExp(`/$|^(${ROOTS.join('|')}|adapters|features|server|shared|web)/`);
const PATH = /^[\w@*][\w@.*-]*(\/[\w@.*$-]+)*\/?$/;

/** Named in text, but made at run time or by whoever reads it. */
const NOT_IN_PROJECT = ['secrets.json', 'FILE.csv', 'assets/', 'build/', 'tour/', 'uploads/'];

/** The paths of all files of the project. */
export function listFiles(): string[] {
  const top = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile());
  const below = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...top.map(({ name }) => name), ...below];
}

/** What the code spans and fences of a Markdown page name that is not among the files. */
export function missingInMarkdown(text: string, files: string[], scripts: string[]): string[] {
  const code = [...text.matchAll(/```.*?```|`[^`\n]+`/gs)].map(([span]) => span);
  const commands = code.flatMap((span) => [...span.matchAll(/npm run ([\w:-]+)/g)]);
  const unknown = commands.map(([, name = '']) => name).filter((name) => !scripts.includes(name));
  return [...missingPaths(code.join(' '), files), ...unknown.map((name) => `npm run ${name}`)];
}

/** The names that a page says are in a file, such as '`run` in `jobs.ts`', and that are not there. */
export function missingInFiles(
  text: string,
  files: string[],
  read: (path: string) => string,
): string[] {
  const claims = [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `([\w./-]+\.tsx?)`/g)];
  return claims.flatMap(([, names = '', path = '']) => {
    const meant = files.filter((file) => file === path || file.endsWith(`/${path}`)).map(read);
    return [...names.matchAll(/(?<=`)\w+(?=`)/g)]
      .filter(([name]) => !meant.some((source) => new RegExp(`\\b${name}\\b`).test(source)))
      .map(([name]) => `${name} in ${path}`);
  });
}

/** The relative links of a page that lead nowhere: to no file, or to no heading of it. */
export function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', heading] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    return heading !== undefined && !headingsOf(readFileSync(target, 'utf8')).includes(heading);
  });
}

/** What the comments of a source file name that is not among the files. */
export function missingInComments(text: string, files: string[]): string[] {
  const comments = text
    .split('\n')
    .map((line) => /(?:^\s*(?:\/\/|\/?\*|#)|\s\/\/ )(.*)/.exec(line)?.[1]);
  return missingPaths(comments.filter(Boolean).join(' '), files);
}

/** A path may leave out the folders it begins with, and have stars. */
function missingPaths(text: string, files: string[]): string[] {
  const words = text.split(/[\s`'"“”(),;|<>]+/).map((word) => word.replace(/[.:]+$/, ''));
  const paths = words
    .map((word) => word.replace(/^(#|(\.\.?\/)+)/, ''))
    .filter((word) => PATH.test(word) && (NAMES_FILE.test(word) || NAMES_FOLDER.test(word)));
  return [...new Set(paths)].filter((path) => {
    if (NOT_IN_PROJECT.includes(path) || path.startsWith('node_modules/')) return false;
    const pattern = path.replaceAll(/[.$]/g, '\\$&').replaceAll('*', '[^/]*').replace(/\/$/, '');
    const expression = new RegExp(`(^|/)${pattern}($|/)`);
    return !files.some((file) => expression.test(file));
  });
}

/** Anchors as GitHub makes them. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
