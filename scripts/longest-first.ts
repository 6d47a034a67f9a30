import path from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '..')

/** Of the house, what takes long for its size. */
const LONGEST = [
  'apps/server/src/testing/hostile/hostile.test.ts',
  'apps/server/src/modules/deposit/scenarios.test.ts',
  'apps/server/src/testing/races/races.test.ts',
  'apps/server/src/modules/exchange/simulator/simulation.test.ts',
  'apps/server/src/deaf-database.test.ts',
  'apps/server/src/chain/signer-kill.test.ts',
  'apps/server/src/modules/proof/proof.jobs.test.ts',
  'packages/database/src/answering-client.test.ts',
  'scripts/canaries/canaries.test.ts',
]

/** One after the other, as a worker is made anew for every change; what is short is last, so that all end together. */
const PROJECTS = ['journeys', 'house', 'moved', 'apps']

/** Everything else goes by how long it took the last time, or by its size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    const placeOf = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name)
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.indexOf(path.relative(root, moduleId))
      return rank === -1 ? LONGEST.length : rank
    }
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b))
  }
}
