import path from 'node:path'

import { defaultExclude, defineConfig } from 'vitest/config'

import { catalogues } from './apps/wallet/catalogues.ts'
import { LongestFirst } from './scripts/longest-first.ts'

const ALL = '**/*.test.ts?(x)'
const JOURNEYS = 'e2e/**/*.test.ts'
/** Tests that stand in for the browser's own things, each in a window of its own. */
const APPS = ['apps/wallet/**/*.test.ts?(x)', 'apps/console/**/*.test.ts?(x)']
/** They put something in the place of `location`, which no window allows: each has a process of its own. */
const MOVED = [
  'apps/console/src/screens/login/LoginScreen.test.tsx',
  'apps/wallet/src/screens/first-page/LookAround.test.tsx',
  'apps/wallet/src/screens/gateway-deposit/ConfirmGateway.test.tsx',
  'apps/wallet/src/shell/ScreenFailed.test.tsx',
]
const OF_APPS = { setupFiles: ['apps/wallet/src/testing/let-go.ts'] }
/** As the server is: only the apps have what Node cannot read, and nobody mocks a module. */
const LOADED_BY_NODE = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  // Components are tested with the texts they have on screen.
  plugins: [catalogues()],
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than CI has processors: whoever waits for a browser, a database or the clock uses none.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['scripts/same-draws.ts'],
    // The server is compiled once, and not by every process of it that a test starts.
    env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/btbc/compiled') },
    // Of a machine that may be slow, or busy with other things: what takes this long hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...OF_APPS,
          name: 'apps',
          include: APPS,
          exclude: [...defaultExclude, ...MOVED],
          // A new window for each file, and one process for many of them: a process takes longest to begin.
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
        },
      },
      { extends: true, test: { ...OF_APPS, name: 'moved', include: MOVED } },
      {
        extends: true,
        test: {
          name: 'house',
          include: [ALL],
          exclude: ['**/node_modules/**', '**/dist/**', '.data/**', JOURNEYS, ...APPS],
          // They change nothing of their process, so that one loads the server for many files.
          isolate: false,
          experimental: LOADED_BY_NODE,
          globalSetup: ['packages/database/src/testing-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [JOURNEYS],
          // One browser for many files.
          isolate: false,
          experimental: LOADED_BY_NODE,
          globalSetup: ['e2e/src/set-up.ts'],
        },
      },
    ],
  },
})
