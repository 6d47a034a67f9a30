import path from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '..')

/** What takes longest, in this order: begun first, so that no worker is left with one of them at the end. */
const LONGEST = [
  'e2e/src/screens.test.ts',
  'e2e/src/walk.test.ts',
  'e2e/src/waits.test.ts',
  'e2e/src/kill.test.ts',
  'e2e/src/earn-journey.test.ts',
  'e2e/src/deal-journey.test.ts',
  'e2e/src/money-journey.test.ts',
  'e2e/src/kill-exchange.test.ts',
  'e2e/src/journey.test.ts',
  'e2e/src/dialogs.test.ts',
  'apps/server/src/testing/hostile/hostile.test.ts',
  'apps/server/src/modules/upload/bad-uploads.test.ts',
  'e2e/src/mismatch-journey.test.ts',
  'e2e/src/tabs-and-networks.test.ts',
  'apps/server/src/testing/races/races.test.ts',
  'e2e/src/console-screens.test.ts',
  'e2e/src/kill-gateway.test.ts',
  'e2e/src/security-journey.test.ts',
  'apps/server/src/chain/signer.test.ts',
  'apps/server/src/modules/deposit/watch.test.ts',
  'apps/server/src/testing/authorization/authorization.test.ts',
  'apps/server/src/modules/deposit/scenarios.test.ts',
  'apps/server/src/modules/reconciliation/reconciliation.test.ts',
  'packages/database/src/postgres.test.ts',
  'e2e/src/exchange-journey.test.ts',
  'apps/server/src/bad-input.test.ts',
  'e2e/src/reset.test.ts',
  'apps/server/src/chain/signer-kill.test.ts',
  'e2e/src/claim.test.ts',
]

/** Everything else goes by how long it took the last time, or by its size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.indexOf(path.relative(root, moduleId))
      return rank === -1 ? LONGEST.length : rank
    }
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
