import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { makeEmptyDirectory, removeDataDirectory } from '#product.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What makes a start impossible, made in a data directory; and what the start says then. */
const hindrances: Record<string, (directory: string) => [settings: object, said: string]> = {
  'settings that are none': () => [{ PORT: 'many' }, 'These settings are not right: PORT'],
  'a file in the place of the data directory': (directory) => {
    writeFileSync(path.join(directory, 'file'), '')
    return [{ BTBC_DATA_DIR: path.join(directory, 'file') }, 'there is a file in its place']
  },
  'a path through a file': () => [{ BTBC_DATA_DIR: '/dev/null/data' }, 'is no folder'],
  'a database that does not answer': () => [
    { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' },
    'nothing answers there',
  ],
  'half a database': (directory) => {
    chmodSync(directory, 0o755)
    mkdirSync(path.join(directory, 'postgres/data/base'), { recursive: true })
    return [{}, 'has no file PG_VERSION but 1 others']
  },
}

test.each(Object.entries(hindrances))('a start that meets %s says a sentence', (_, hinder) => {
  const directory = makeEmptyDirectory()
  onTestFinished(() => removeDataDirectory(directory))
  const [settings, said] = hinder(directory)
  const { status, stderr } = spawnSync(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', BTBC_DATA_DIR: directory, ...settings },
    encoding: 'utf8',
    timeout: 180_000,
  })
  expect(status).toBe(1)
  expect(stderr).toContain('BTBC (TEST) did not start: ')
  expect(stderr).toContain(said)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
