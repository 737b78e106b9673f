import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes an index.html that shows the images: a row for each scene, a column for each look. */
export async function writeGallery(folder: string, paths: string[]): Promise<void> {
  const rows = Map.groupBy(paths, (path) => path.split('/')[1] ?? path);
  const sections = [...rows].map(([file, shots]) => {
    const title = file.replace('.png', '');
    const figures = shots.map(
      (path) =>
        `<figure><figcaption>${path.split('/')[0]}</figcaption><a href="${path}"><img src="${path}" alt="${title}" loading="lazy"></a></figure>`,
    );
    return `<h2 id="${title}">${title}</h2><div class="row">${figures.join('')}</div>`;
  });
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tour of the shop</title>
<style>
  body { font: 15px system-ui; margin: 2rem; color-scheme: light dark }
  .row { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1rem; align-items: start }
  figure { margin: 0; max-height: 36rem; overflow: auto; border: 1px solid #8888 }
  figcaption { padding: .3rem .5rem; font-size: 13px }
  img { width: 100%; display: block }
</style>
<h1>Tour of the shop</h1>${sections.join('\n')}</html>
`,
  );
}
