import { once } from 'node:events'
import { connect } from 'node:net'

import { startRun } from '@btbc/contract/mining.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import {
  exportDay,
  exportMemberBalances,
  MEMBER_EXPORTS_PER_HOUR,
  readDayReport,
} from '@btbc/contract/operator/report.ts'
import { lockWork } from '@btbc/database/locks.ts'
import { balancesOfHouse } from '@btbc/ledger/balances.ts'
import { chainHead } from '@btbc/ledger/chain.ts'
import { auditDays, keepDays } from '@btbc/ledger/days.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { waitForWaiting } from '#testing/waiting.ts'

const { USDT, BTBC } = currencies

test('each day of the books has its statement and its members, with the hash that the books had then', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['auditor'])
  const report = async (day: string) =>
    ok(await callOperator(server, readDayReport, { day }, { as: olga }))
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 20n)
  ok(await server.call(startRun, {}, { as: alice }))
  const first = dayOf(server)
  await keepAll(server)
  const firstHead = (await chainHead(server.db))?.hash
  const then = await report(first)
  expect(then).toMatchObject({ whole: false, books: { hash: firstHead } })

  server.clock.passBusiness({ days: 1 })
  await server.app.jobs.sweep()
  await give(server, alice.id, USDT.id, 5n)
  const second = dayOf(server)
  await keepAll(server)
  const closed = await report(first)
  expect(closed).toEqual({ ...then, whole: true })
  const now = await report(second)
  expect(now.books?.hash).toBe((await chainHead(server.db))?.hash)
  // Each day begins where the one before it ended, and the last one ends with what the accounts hold.
  const place = ({ currency, of_members: ofMembers, account }: (typeof now.balances)[number]) =>
    `${currency} ${ofMembers} ${account}`
  const ends = new Map(closed.balances.map((line) => [place(line), line.closing]))
  for (const line of now.balances) {
    expect([place(line), line.opening]).toEqual([
      place(line),
      ends.get(place(line)) ?? '0.00000000',
    ])
  }
  const house = await balancesOfHouse(server.db)
  for (const { purpose, currency, available, held } of house) {
    const line = now.balances.find(
      (each) => !each.of_members && each.account === purpose && each.currency === currency,
    )
    expect([purpose, currency, BigInt((line?.closing ?? '0').replace('.', ''))]).toEqual([
      purpose,
      currency,
      (available + held) * ([1001, 1002].includes(currency) ? 100_000_000n : 1n),
    ])
  }
  expect(now.flows).toContainEqual({
    currency: BTBC.id,
    currency_name: 'BTBC',
    of_members: false,
    account: 'reserve:run',
    kind: 'run.mined',
    came: '0.00000000',
    went: '0.02400000',
  })

  const yesterday = await download(server, exportMemberBalances, { day: first }, olga)
  expect(yesterday[0]).toBe(`books,${firstHead},entry,${closed.books?.entry},`)
  expect(yesterday).toContain(`${alice.id},change,USDT,20,0`)
  const today = await download(server, exportMemberBalances, { day: second }, olga)
  expect(today).toContain(`${alice.id},change,USDT,25,0`)
  const file = await download(server, exportDay, { day: second }, olga)
  expect(file.slice(1, 3)).toEqual([
    `day,,,${second},not over,,,,${now.entries}`,
    `books,,,${now.books?.hash},entry ${now.books?.entry},,,,`,
  ])
  expect(file).toContain('flow,BTBC,house,reserve:run,run.mined,,0,0.024,')
  expect(file.filter((line) => line.startsWith('balance,'))).toHaveLength(now.balances.length)
  const log = ok(await callOperator(server, readAuditLog, { limit: 3 }, { as: olga })).list
  expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    `report.day.export day ${second}`,
    'report.members.export balances of members',
    'report.members.export balances of members',
  ])
  // One is written at a time, whoever asks which server; what was refused counts for nobody.
  const ask = async () => (await download(server, exportMemberBalances, { day: first }, olga))[0]
  await server.db.transaction().execute(async (tx) => {
    await lockWork(tx, 'membersFile')
    await expect(ask()).rejects.toThrow('export_running')
  })
  for (let more = 2; more < MEMBER_EXPORTS_PER_HOUR; more += 1)
    expect(await ask()).toBe(yesterday[0])
  await expect(ask()).rejects.toThrow('export_limit')
  const other = await hire(server, 'Omar', ['auditor'])
  await expect(download(server, exportMemberBalances, { day: first }, other)).resolves.toContain(
    yesterday[0],
  )

  const ahead = await callOperator(server, readDayReport, { day: '2999-01-01' }, { as: olga })
  expect(refusal(ahead)).toBe('invalid_request')

  // A kept day that says something else than its entries is found.
  expect(await auditDays(server.db)).toEqual([])
  const bend = (by: number) =>
    sql`update books_day set came = came + ${by}::numeric
      where day = ${second} and currency = ${USDT.id} and of_members`.execute(server.db)
  await bend(1)
  expect((await auditDays(server.db)).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^currency 3, purpose 1 of members/),
  ])
  await bend(-1)
})

test('whoever waits for a file is not cut while it is written, and whoever says nothing is', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['auditor'])
  server.app.http.server.timeout = 500
  const ask = async () => await download(server, exportMemberBalances, { day: dayOf(server) }, olga)
  const { file } = await server.db.transaction().execute(async (tx) => {
    await sql`lock table operator_audit in access exclusive mode`.execute(tx)
    const asked = ask()
    await waitForWaiting(server.db)
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1').resume()
    await once(silent, 'close')
    return { file: asked }
  })
  expect((await file)[0]).toMatch(/^books,/)
})

function dayOf({ clock }: TestServer): string {
  return clock.now().toISOString().slice(0, 10)
}

async function keepAll({ db }: TestServer): Promise<void> {
  await chainAll(db)
  while (!(await keepDays(db))) continue
}

/** The lines of a file. */
async function download(
  { url }: TestServer,
  { path }: OperatorEndpoint,
  request: { day: string },
  { token }: { token: string },
): Promise<string[]> {
  const answer = await fetch(`${url}/operator/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (answer.headers.get('content-type') !== 'text/csv; charset=utf-8') {
    throw new Error(((await answer.json()) as { code: string }).code)
  }
  return (await answer.text()).trimEnd().split('\r\n')
}
