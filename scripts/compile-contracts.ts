import { writeFileSync } from 'node:fs'

import { ARTIFACTS_FILE, compileContracts } from '../apps/server/src/testing/compile-contracts.ts'

/** Compiles the contracts of the test chain; the server runs from what is committed. */
writeFileSync(ARTIFACTS_FILE, `${JSON.stringify(compileContracts(), null, 2)}\n`)
console.log(`Wrote ${ARTIFACTS_FILE}`)
