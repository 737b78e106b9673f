import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  // scripts/ensure-build.ts moves it to build/ when it is complete.
  // Each build has a folder of its own: see scripts/ensure-build.ts.
  buildDirectory: process.env.BUILD_FOLDER ?? '.cache/build',
  serverBuildFile: '[name].js',
  ssr: true,
  // The shop has a check of its own (server/http/middleware/same-origin.ts) that every request passes first.
  // This one compares with the Host header, which proxies may change.
  allowedActionOrigins: ['**'],
  // There are few routes: knowing them all at once saves a request before the first step.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
