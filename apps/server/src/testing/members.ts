import { randomBytes } from 'node:crypto'

import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { inTransaction } from '#http/transaction.ts'
import { createMember } from '#modules/account/account.ts'
import { register } from '#modules/joining/register.ts'
import { grantWelcome } from '#modules/mining/welcome.ts'
import { askForCode } from '#modules/session/asked-codes.ts'
import { startPasswords } from '#platform/passwords.ts'
import { readSecret } from '#platform/secrets.ts'

import { plainConfig } from './founded.ts'
import type { TestMember, TestServer } from './server.ts'

export const TEST_PASSWORD = 'copper-kettle-42'

/**
 * A member as registering with a mailed code leaves them: the same use cases ask for the code and use it,
 * without the way through HTTP.
 */
export async function joinMember(
  db: Db,
  { clock }: Pick<TestServer, 'clock'>,
  joining: { mail: string; extensionCode?: string | undefined },
): Promise<TestMember> {
  const { mail, extensionCode } = joining
  const passwordHash = await hashOf(TEST_PASSWORD, db)
  const [now, wallNow] = [clock.now(), clock.wallNow()]
  const context = { language: 'en' as const, ip: '127.0.0.1', random: randomBytes, now, wallNow }
  const request = { agreed: true, terms_version: 1, extension_code: extensionCode }
  const joined = await inTransaction(db, async (tx) => {
    const asking = { request: { ...request, user_string: mail }, caller: undefined }
    await askForCode(tx, { ...context, ...asking, limits: undefined })
    const code = await newestCode(tx, mail)
    const application = {
      mail,
      mobile: `+86138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
      country: 'CN',
      address: { channel: 'mail' as const, target: mail },
      proof: {
        code: { purpose: 'register' as const, target: mail, code, nonce: undefined, wallNow },
      },
      passwordHash,
    }
    return await register(tx, { ...context, request, application, device: 'Node' })
  })
  if (joined instanceof Refusal) throw joined
  return { id: joined.user_id, token: joined.token, mail, password: TEST_PASSWORD }
}

/** What was mailed to this address last. */
export async function newestCode(database: Db | Tx, recipient: string): Promise<string> {
  const { code } = await database
    .selectFrom('outbox')
    .select('code')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return code ?? ''
}

const hashes = new Map<string, Promise<string>>()

/** Made once for all that share a secret. */
export async function hashOf(password: string, db: Db): Promise<string> {
  const key = `${(await readSecret(db, 'passwords')).toString('hex')} ${password}`
  const made =
    hashes.get(key) ?? startPasswords(db, plainConfig('')).then((it) => it.hash(password))
  hashes.set(key, made)
  return await made
}

/** A verified member without the way through mail, for the tests that need dozens. */
export async function makeMember(
  tx: Tx,
  { clock }: Pick<TestServer, 'clock'>,
  inviterId: number | null = null,
  random: (bytes: number) => Buffer = randomBytes,
): Promise<number> {
  const now = clock.now()
  const { id } = await createMember(tx, {
    mail: `${randomBytes(8).toString('hex')}@example.test`,
    mailProved: true,
    mobile: null,
    mobileProved: false,
    country: 'CN',
    passwordHash: '-',
    inviterId,
    language: 'en',
    agreed: true,
    termsVersion: 1,
    now,
    random,
  })
  await grantWelcome(tx, { memberId: id, now })
  return id
}
