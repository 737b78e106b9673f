import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { COMMANDS, FINGERPRINT } from '../../scripts/build-fingerprint.ts';
import { ensureBuild } from '../../scripts/ensure-build.ts';
import { clearAway, inherited, projectRoot, temporaryFolder } from './shop-process.ts';

afterEach(clearAway);

/** Names on standard error each file of ours that is loaded. */
const SAY = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (!url.includes('node_modules')) process.stderr.write('loads ' + url + '\\n');
    return next(url, context);
  } });`)}`;

/** Runs a command of a shop in a folder, in the folder `empty`. */
function run(folder: string, name: string, empty: string) {
  const program = join(folder, 'scripts/run-command.ts');
  const { stderr, status } = spawnSync(process.execPath, ['--import', SAY, program, name], {
    env: { ...inherited, DATA_DIR: join(empty, 'nothing') },
    encoding: 'utf8',
  });
  const loads = stderr.split('\n').filter((line) => line.startsWith('loads '));
  return { said: stderr.replace(/^loads .*\n/gm, ''), status, loads };
}

test('commands run from the build, and from the sources where these are newer', async () => {
  await ensureBuild(projectRoot);
  const empty = await temporaryFolder();
  const built = run(projectRoot, 'verify', empty);
  expect(built.said).toContain('There is no shop in');
  expect(built.status).toBe(1);
  expect(built.loads).toContainEqual(expect.stringContaining('/build/server/commands/verify.js'));
  expect(built.loads.filter((line) => line.includes('/src/'))).toEqual([]);

  // The same shop with a build of other sources.
  const unbuilt = await temporaryFolder();
  await mkdir(join(unbuilt, 'scripts'));
  await cp(join(projectRoot, 'scripts'), join(unbuilt, 'scripts'), { recursive: true });
  await cp(join(projectRoot, 'package.json'), join(unbuilt, 'package.json'));
  for (const name of ['src', 'shop.config.ts', 'node_modules']) {
    await symlink(join(projectRoot, name), join(unbuilt, name));
  }
  const ofOthers = join(unbuilt, 'build/server/commands');
  await mkdir(ofOthers, { recursive: true });
  await writeFile(join(ofOthers, 'verify.js'), "console.error('An old build.');");
  await cp(join(projectRoot, 'build/server/main.js'), join(unbuilt, 'build/server/main.js'));
  await writeFile(join(unbuilt, 'build', FINGERPRINT), 'of other sources');
  const loaded = run(unbuilt, 'verify', empty);
  expect([loaded.said, loaded.status]).toEqual([built.said, built.status]);
  expect(loaded.loads).toContainEqual(expect.stringContaining('/scripts/verify.ts'));
  expect(loaded.loads).not.toContainEqual(expect.stringContaining('/build/'));

  for (const name of COMMANDS.filter((one) => one !== 'verify')) {
    const { said, status, loads } = run(projectRoot, name, empty);
    expect(said).toMatch(/Usage: npm run|There is no shop in/);
    expect(status).toBe(1);
    expect(loads.filter((line) => line.includes('/src/'))).toEqual([]);
  }
  expect(run(projectRoot, 'cake', empty).said).toContain('There is no command "cake".');
}, 120_000);
