import { defineConfig } from 'vitest/config'

/** These tests read files only: no database, no browser. */
export default defineConfig({
  test: {
    include: [
      'scripts/{tidy,layers,owners,supply-chain,contract-in-apps,checklist,security-ledger,texts}.test.ts',
    ],
  },
})
