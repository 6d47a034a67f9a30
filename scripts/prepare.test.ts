import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

test('a first start in production installs what it is built with, and says what is missing', () => {
  const place = makeTestPlace()
  onTestFinished(() => removeTestPlace(place))
  cpSync(path.join(root, 'scripts/prepare.js'), path.join(place, 'scripts/prepare.js'))
  writeFileSync(path.join(place, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(place, 'package-lock.json'), '{}')
  mkdirSync(path.join(place, 'apps/wallet'), { recursive: true })
  const npm = path.join(place, 'npm')
  writeFileSync(npm, `#!/bin/sh\necho "$@" >> ${place}/asked\n`)
  chmodSync(npm, 0o755)
  const prepare = () =>
    spawnSync(process.execPath, ['scripts/prepare.js'], {
      cwd: place,
      env: { PATH: `${place}:${process.env['PATH']}`, NODE_ENV: 'production' },
      encoding: 'utf8',
    })
  const { status, stderr } = prepare()
  expect(status).toBe(1)
  expect(stderr).toContain('node_modules/.bin/node could not be started')
  prepare()
  const asked = readFileSync(path.join(place, 'asked'), 'utf8').trim().split('\n')
  // What is not whole is installed once more.
  expect(asked).toHaveLength(2)
  expect(asked[0]).toContain('--include=dev')
})
