import { defineConfig } from 'vitest/config'

import { catalogues } from './apps/wallet/catalogues.ts'

export default defineConfig({
  // Components are tested with the texts they have on screen.
  plugins: [catalogues()],
  test: {
    environment: 'node',
    include: ['**/*.test.ts?(x)'],
    exclude: ['**/node_modules/**', '**/dist/**', '.data/**'],
    globalSetup: ['packages/database/src/testing-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
