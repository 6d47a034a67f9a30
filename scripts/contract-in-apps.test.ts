import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { callsWithoutSchemas } from '@btbc/contract/without-schemas.ts'
import { expect, test } from 'vitest'

/** What an app is built from has no schemas, so what stands beside calls does not reach it: only types do. */

const root = path.resolve(import.meta.dirname, '..')

type Taken = { file: string; from: string; name: string }

const taken = execFileSync('git', ['ls-files', 'apps/wallet/src', 'apps/console/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => existsSync(path.join(root, file)))
  .flatMap(takenFromContract)

function takenFromContract(file: string): Taken[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const imports = text.matchAll(/^import \{([^}]*)\} from '@btbc\/contract\/([^']+\.ts)'/gm)
  return [...imports].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ file, from, name })),
  )
}

const plugin = callsWithoutSchemas()

async function isInApp({ from, name }: Taken): Promise<boolean> {
  const built = await plugin.load(path.join(root, 'packages/contract/src', from))
  return built === undefined || typeof built === 'string' || built.code.includes(`{ ${name} }`)
}

test('an app takes nothing from a file of calls but its calls', async () => {
  expect(taken.length).toBeGreaterThan(100)
  const isThere = await Promise.all(taken.map(isInApp))
  expect(taken.filter((_, at) => !isThere[at])).toEqual([])
})
