/**
 * Opens an operator: `npm run operator -- add <mail> <name> <role>[,<role>]`, while the server runs or
 * with DATABASE_URL, and with the settings of the server. Prints once what the operator needs: a drawn
 * password, and the authenticator's secret. `npm run operator -- disable <mail>` ends one: nobody is ever
 * deleted from the log.
 */

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Config, readConfig } from '../apps/server/src/config.ts'
import {
  createOperator,
  disableOperator,
  readEnrolments,
} from '../apps/server/src/modules/operator/operator.ts'
import { writeAction } from '../apps/server/src/modules/operator/audit-log.ts'
import { sealTotp } from '../apps/server/src/modules/operator/totp.ts'
import { endProposalsOf } from '../apps/server/src/modules/review/proposal.ending.ts'
import { startPasswords } from '../apps/server/src/platform/passwords.ts'
import { sentenceOf } from '../apps/server/src/start-failure.ts'
import { type Role, roles } from '../packages/contract/src/operator/rights.ts'
import { type Db, openDatabase, type Tx } from '../packages/database/src/database.ts'
import { findRunningPostgres } from '../packages/database/src/postgres.ts'

const USAGE = `usage: npm run operator -- add <mail> <name> <roles, of ${roles.join(', ')}>
       npm run operator -- disable <mail>`
const PASSWORD_BYTES = 15

const [command, mail = '', name = '', wanted = ''] = process.argv.slice(2)
try {
  await run(readConfig(process.env))
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

async function run(config: Config): Promise<void> {
  const url =
    config.databaseUrl ?? findRunningPostgres(path.join(config.dataDirectory, 'postgres'))?.url
  if (url === undefined) throw new Error('Start the server first, or name a database.')
  const db = openDatabase(url, { connectionsMax: 1 })
  try {
    if (command === 'add' && mail.includes('@') && name !== '') await add(db, config)
    else if (command === 'disable' && mail !== '') await disable(db)
    else throw new Error(USAGE)
  } finally {
    await db.destroy()
  }
}

async function add(database: Db, config: Config): Promise<void> {
  const held = wanted.split(',').map((text) => {
    const role = roles.find((each) => each === text.trim())
    if (role === undefined) throw new Error(`There is no role "${text}": ${roles.join(', ')}.`)
    return role satisfies Role
  })
  const password = `o1-${randomBytes(PASSWORD_BYTES).toString('base64url')}`
  const passwordHash = await (await startPasswords(database, config)).hash(password)
  const created = await database.transaction().execute(async (tx) => {
    const operator = await createOperator(tx, {
      mail,
      name,
      roles: held,
      passwordHash,
      sample: null,
      sealedTotp: await sealTotp(tx, randomBytes),
      now: new Date(),
    })
    if (operator) await note(tx, operator.id, 'cli.add', { roles: held.join(',') })
    return operator
  })
  if (!created) throw new Error(`${mail} is or was an operator's already.`)
  const [enrolment] = await readEnrolments(database, [mail.toLowerCase()])
  console.log(`${mail} (${held.join(', ')}), said only now:`)
  console.log(`  password     ${password}`)
  console.log(`  TOTP secret  ${enrolment?.secret}`)
  console.log(`  or scan      ${enrolment?.uri}`)
}

async function disable(database: Db): Promise<void> {
  const now = new Date()
  const isDone = await database.transaction().execute(async (tx) => {
    const operatorId = await disableOperator(tx, { mail, now })
    if (operatorId === undefined) return false
    await endProposalsOf(tx, { operatorId, held: [], now })
    await note(tx, operatorId, 'cli.disable')
    return true
  })
  console.log(isDone ? `${mail} is out, sessions and proposals too` : `nobody is called ${mail}`)
}

/** Nobody of the console did it: the log names whom it was done to. */
async function note(
  tx: Tx,
  operatorId: number,
  action: 'cli.add' | 'cli.disable',
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const reason = 'by whoever runs the server'
  const subject = `operator ${operatorId}`
  await writeAction(tx, { operatorId, action, subject, reason, details, wallNow: new Date() })
}
