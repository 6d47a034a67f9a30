import { defineConfig } from 'vitest/config'

export default defineConfig({
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
