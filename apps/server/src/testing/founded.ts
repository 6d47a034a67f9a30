import { tmpdir } from 'node:os'

import { makeTemplate } from '@btbc/database/testing.ts'

import { seedHouse } from '#app.ts'
import { type Config, readConfig } from '#config.ts'

import { startTestClock } from './clock.ts'

const NAME = 'btbc_founded'

/** Of a server without sample members and without quotes of the house. */
export function plainConfig(dataDirectory: string): Config {
  return readConfig({
    BTBC_SAMPLE: '0',
    BTBC_LIQUIDITY: '0',
    LOG_LEVEL: 'error',
    BTBC_ARGON2_MIB: '8',
    BTBC_DATA_DIR: dataDirectory,
  })
}

let made: Promise<void> | undefined

/** A database with the house on its first day, founded once in a test run and not in every test. */
export async function foundedTemplate(): Promise<string> {
  const config = plainConfig(tmpdir())
  made ??= makeTemplate(NAME, async (db) => {
    await seedHouse({ db, clock: startTestClock(), config })
  })
  await made
  return NAME
}
