import type { Scene } from './scene.ts';

/** A scene of the console, as the admin sees it. */
export function admin(name: string, reach: Scene['reach'], more: Partial<Scene> = {}): Scene {
  return { name: `console-${name}`, who: 'admin', reach, ...more };
}
