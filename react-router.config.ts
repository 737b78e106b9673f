import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  serverBuildFile: 'main.js',
  ssr: true,
  // There are few routes: knowing them all at once saves a request before the first step.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
