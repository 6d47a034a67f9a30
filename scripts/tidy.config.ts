import { defineConfig } from 'vitest/config'

/** The tidy test reads files only: no database, no browser. */
export default defineConfig({ test: { include: ['scripts/tidy.test.ts'] } })
