import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/**
 * What belongs to a member is asked for with the member. The few queries that ask without are counted
 * here, file by file, with the reason: one more is a question to whoever writes it.
 */

const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'apps/server/src/modules')

const WITHOUT_OWNER: Readonly<Record<string, readonly [queries: number, reason: string]>> = {
  'airdrop/airdrop.held.ts': [2, 'what is due of one airdrop, of all its members'],
  'airdrop/airdrop.publish.ts': [1, 'the list of one that was dropped'],
  'airdrop/airdrop.ts': [2, 'operators see all'],
  'api-key/api-key.ts': [2, 'by the key itself, which is the proof; and what is in force, of all'],
  'bank-deposit/bank-deposit.queue.ts': [2, 'operators see all'],
  'bank-deposit/bank-deposit.ts': [
    4,
    'its own new row; the same voucher of anybody; a decision; what is due, of all',
  ],
  'campaign/campaign.claims.ts': [1, 'what is due lapses, of all'],
  'campaign/campaign.queue.ts': [2, 'operators see all'],
  'campaign/campaign.end.ts': [2, 'runs and claims that the end waits for, of all'],
  'deposit/address.ts': [1, 'whose address this is, is the question'],
  'deposit/counting.ts': [1, 'what is left of all, in turn'],
  'deposit/credit.ts': [2, 'the chain says whose it is; and whether any other is parked'],
  'deposit/explained.ts': [1, 'the chain says whose it is'],
  'deposit/known-addresses.ts': [1, 'the watcher knows all addresses'],
  'deposit/record.ts': [4, 'the chain says whose it is'],
  'deal/deal.audit.ts': [1, 'adds up all offers'],
  'feedback/feedback.queue.ts': [1, 'operators see all'],
  'feedback/feedback.read.ts': [
    2,
    'of a thread that was just read with its owner, or by operators',
  ],
  'gateway/gateway.settle.ts': [3, 'by the number that the provider was given'],
  'gateway/gateway.ts': [1, 'its own new row'],
  'identity/identity.queue.ts': [2, 'operators see all'],
  'identity/identity.ts': [3, 'what is due ends or is erased, of all'],
  'member/member.notes.ts': [1, 'operators withdraw what any of them wrote'],
  'member/member.search.ts': [3, 'whose it is, is the question of an operator, and logged'],
  'mining/mining.runs.ts': [2, 'machines of runs that end; runs that are due, of all'],
  'offer/seller.queue.ts': [2, 'operators see all'],
  'rail/rail.limits.ts': [1, 'adds up for the member or the neighbourhood that it is given'],
  'rail/rail.standing.ts': [2, 'adds up a rail'],
  'reconciliation/alerts.ts': [1, 'operators see all'],
  'reconciliation/resuming.ts': [1, 'operators see all'],
  'security/passkey-login.ts': [1, 'whose passkey this is, is the question'],
  'security/passkey-proof.ts': [1, 'the row that was just read with its owner'],
  'security/prove.ts': [2, 'the row that was just read with its owner'],
  'session/codes.ts': [3, 'before a login: by address or nonce, with a code that is guarded'],
  'session/session.ts': [1, 'a session that ends, by its number'],
  'stop/stop.ts': [1, 'what is stopped, of all'],
  'sybil/sybil.hold.ts': [2, 'a decision of operators about a group'],
  'sybil/sybil.read.ts': [1, 'operators see all'],
  'upload/kept-pictures.ts': [3, 'what is due is deleted, of all'],
  'upload/missing.ts': [1, 'whether their files are here, of all'],
  'upload/upload.ts': [1, 'an operator’s view, logged'],
  'withdrawal/bank/bank-withdrawal.ts': [
    2,
    'what is due, of all; a row found with its owner or by operators',
  ],
  'withdrawal/quote.ts': [1, 'the row that was just read with its owner'],
  'withdrawal/review/approval.ts': [1, 'a decision of operators'],
  'withdrawal/chain/withdrawal-transaction.ts': [2, 'the chain says what became of it'],
  'withdrawal/withdrawal.jobs.ts': [2, 'what is due, of all'],
  'withdrawal/review/queues.ts': [3, 'operators see all'],
}

/** Tables whose rows are of one member, as the types of the database say. */
function tablesOfMembers(): Set<string> {
  const types = readFileSync(path.join(root, 'packages/database/src/tables.ts'), 'utf8')
  const interfaces = new Map(
    [...types.matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)].map(
      ([, name = '', body = '']) => [name, body],
    ),
  )
  const tables = [...(interfaces.get('Tables') ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)]
  return new Set(
    tables
      .filter(([, , type = '']) => /^ {2}member_id:/m.test(interfaces.get(type) ?? ''))
      .map(([, table = '']) => table),
  )
}

const owned = tablesOfMembers()

/** The queries of a text on rows of members that do not say of which. */
function ownerless(text: string): string[] {
  return [...text.matchAll(/\.(?:selectFrom|updateTable|deleteFrom)\('(\w+)(?: as \w+)?'\)/g)]
    .filter(([, table = '']) => owned.has(table))
    .map(({ index }) => {
      const rest = text.slice(index)
      return rest.slice(0, Math.max(rest.search(/\.execute|\n\n|\n\}/), 0))
    })
    .filter(
      (query) => !/where\(\s*'(\w+\.)?member_id'|(onRef|whereRef)\([^)]*member_id/.test(query),
    )
}

test('a query on what members own names the owner, or stands in the list with its reason', () => {
  expect(owned.size).toBeGreaterThan(25)
  const files = globSync('**/*.ts', { cwd: modules }).filter(
    (file) => !/(\.test|\/testing)\.ts$|\/testing\//.test(file),
  )
  const found = files.toSorted().flatMap((file) => {
    const queries = ownerless(readFileSync(path.join(modules, file), 'utf8')).length
    return queries === 0 ? [] : [[file, queries]]
  })
  const known = Object.entries(WITHOUT_OWNER).map(([file, [queries]]) => [file, queries])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known))
})

test('a query that forgets the owner would be found', () => {
  const query = "db.selectFrom('saved_address').where('id', '=', id)"
  expect(ownerless(`${query}.execute()`)).toHaveLength(1)
  expect(ownerless(`${query}.where('member_id', '=', memberId).execute()`)).toEqual([])
})
