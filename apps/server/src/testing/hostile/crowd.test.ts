import { setTimeout as sleep } from 'node:timers/promises'

import { readProfile } from '@btbc/contract/account.ts'
import { cancelOrder, placeBuy } from '@btbc/contract/exchange.ts'
import { readHome } from '@btbc/contract/home.ts'
import { readTeam, startRun } from '@btbc/contract/mining.ts'
import { registerMember, requestCode } from '@btbc/contract/session.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give, inHouse } from '#testing/funds.ts'
import {
  newKey,
  ok,
  startTestServer,
  TEST_PASSWORD,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'

import { compare, type Times } from './times.ts'
import { auditAll } from './whole-audit.ts'

/**
 * A thousand members join within a second with one code, while others go on as ever. `npm test` lets a few
 * of them come, with passwords that are hashed sooner.
 */

const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const JOINING = isCampaign ? 1000 : 25
const WITHIN_MS = JOINING
/** A person reads first what they are told. */
const AGAIN_MS = isCampaign ? 2000 : 100
const HONEST = 4
const USUAL_ROUNDS = isCampaign ? 40 : 1
/** No member may change more than sixty things in ten seconds. */
const PAUSE_MS = isCampaign ? 150 : 10
/** Each starts once; when all have, the others go on without them. */
const STARTERS = isCampaign ? 300 : 12
/** As long as an app waits for an answer. */
const ANSWER_MS_MAX = 20_000
const { BTBC, BTC, LAUNCH, USDT } = currencies

test(
  'a thousand who join at once below one inviter all join, count exactly, and hold up nobody',
  async () => {
    const settings = { trustProxy: ['loopback'], ...(isCampaign && { argon2Mib: 64 }) }
    const server = await startTestServer(settings, { goesOn: true })
    const inviter = await server.join('ivy@btbc.test')
    const { extension_code: code } = ok(await server.call(readProfile, {}, { as: inviter }))
    const world = await settle(server)
    const codes = await askForCodes(server)
    const before = await poolsOf(server)

    const usual: Times = new Map()
    let rounds = 0
    await liveOn(world, { times: usual, isOver: () => (rounds += 1 / HONEST) >= USUAL_ROUNDS })
    const crowded: Times = new Map()
    let isOver = false
    const living = liveOn(world, { times: crowded, isOver: () => isOver })
    const { answersMs, again, allMs } = await joinAll(server, { codes, code })
    isOver = true
    await living

    const { team } = ok(await server.call(readTeam, {}, { as: inviter }))
    expect(team).toMatchObject({ total: JOINING, active_direct: 0 })
    await expectBooked(server, inviter, before)
    if (!isCampaign) return
    expect(await auditAll(server)).toMatchObject({ clean: true, findings: [] })
    const { lines, slower } = compare(usual, crowded)
    const slowestMs = Math.max(...answersMs)
    const said = `${JOINING} joined in ${Math.round(allMs)} ms, asked to come again ${again} times; the slowest answer took ${Math.round(slowestMs)} ms`
    process.stdout.write(`${[said, ...lines].join('\n')}\n`)
    expect(slowestMs).toBeLessThan(ANSWER_MS_MAX)
    expect(slower).toEqual([])
  },
  isCampaign ? 1_200_000 : undefined,
)

/** What joining pays from, and what it promises. */
async function poolsOf(server: TestServer): Promise<bigint[]> {
  return await Promise.all([
    inHouse(server, 'pool:welcome', BTBC.id),
    inHouse(server, 'pool:welcome', LAUNCH.id),
    inHouse(server, 'pool:referral', LAUNCH.id),
    inHouse(server, 'reserve:referral', LAUNCH.id),
  ])
}

/** Each who joined was welcomed and promised once. */
async function expectBooked(
  server: TestServer,
  { id: inviterId }: TestMember,
  before: readonly bigint[],
): Promise<void> {
  const { db } = server
  const promised = await db
    .selectFrom('referral')
    .select(['inviter_id', 'state', 'launches'])
    .execute()
  const each = { inviter_id: inviterId, state: 'promised', launches: promised[0]?.launches ?? 0 }
  expect(promised).toEqual(Array.from({ length: JOINING }, () => each))
  const welcomed = await db
    .selectFrom('welcome_grant')
    .innerJoin('member', 'member.id', 'welcome_grant.member_id')
    .where('member.inviter_id', '=', inviterId)
    .select(['btbc', 'welcome_grant.launches'])
    .execute()
  expect(welcomed).toHaveLength(JOINING)
  const btbc = welcomed.reduce((sum, grant) => sum + grant.btbc, 0n)
  const launches = BigInt(welcomed.reduce((sum, grant) => sum + grant.launches, 0))
  const rewards = BigInt(each.launches * JOINING)
  const [pool = 0n, starts = 0n, referrals = 0n, reserve = 0n] = before
  expect(await poolsOf(server)).toEqual([
    pool - btbc,
    starts - launches,
    referrals - rewards,
    reserve + rewards,
  ])
}

type Living = { server: TestServer; honest: readonly TestMember[]; starters: TestMember[] }

async function settle(server: TestServer): Promise<Living> {
  const honest: TestMember[] = []
  for (let n = 0; n < HONEST; n += 1) {
    const member = await server.join(`ada${n}@btbc.test`)
    await give(server, member.id, USDT.id, 5000n)
    honest.push(member)
  }
  const starters: TestMember[] = []
  for (let n = 0; n < STARTERS; n += 1) starters.push(await server.join(`starter${n}@btbc.test`))
  return { server, honest, starters }
}

/** Each from a network of their own, one after the other, before anybody joins. */
async function askForCodes(server: TestServer): Promise<Map<string, string>> {
  for (let n = 0; n < JOINING; n += 1) {
    const asked = { user_string: mailOf(n), agreed: true, terms_version: 1 }
    ok(await server.call(requestCode, asked, { headers: from(n) }))
  }
  const sent = server.db.selectFrom('outbox').select(['recipient', 'code'])
  const rows = await sent.where('recipient', 'like', 'joiner%').execute()
  return new Map(rows.map(({ recipient, code }) => [recipient, code ?? '']))
}

/** Whoever is asked to come again does, until they have joined. */
async function joinAll(
  server: TestServer,
  { codes, code }: { codes: ReadonlyMap<string, string>; code: string },
) {
  const answersMs: number[] = []
  const startedAt = performance.now()
  const join = async (n: number): Promise<void> => {
    await sleep((n / JOINING) * WITHIN_MS)
    const asked = {
      type: 'email',
      email: mailOf(n),
      email_code: codes.get(mailOf(n)) ?? '',
      mobile: `138${String(n).padStart(8, '0')}`,
      area_code: '86',
      password: TEST_PASSWORD,
      re_password: TEST_PASSWORD,
      agreed: true,
      extension_code: code,
    } as const
    for (;;) {
      const askedAt = performance.now()
      const answer = await server.call(registerMember, asked, { headers: from(n) })
      answersMs.push(performance.now() - askedAt)
      if (answer.type === 'ok') {
        const told = { invite: 'bound', invite_reward: true, welcomed: true }
        return expect(answer.message).toMatchObject(told)
      }
      expect(answer.code).toBe('try_again')
      await sleep(AGAIN_MS)
    }
  }
  await Promise.all(Array.from({ length: JOINING }, (_, n) => join(n)))
  const allMs = performance.now() - startedAt
  return { answersMs, again: answersMs.length - JOINING, allMs }
}

/** Home, a start and an order of each honest member, round after round. */
async function liveOn(
  { server, honest, starters }: Living,
  { times, isOver }: { times: Times; isOver: () => boolean },
): Promise<void> {
  const timed = async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
    const askedAt = performance.now()
    const answer = await ask()
    times.set(name, [...(times.get(name) ?? []), performance.now() - askedAt])
    await sleep(PAUSE_MS)
    return answer
  }
  await Promise.all(
    honest.map(async (as) => {
      do {
        const order = { currency_id: BTC.id, num: '0.01', price: '1000', mode: 2 } as const
        await timed('Home', async () => ok(await server.call(readHome, {}, { as })))
        const placed = await timed('order', async () =>
          ok(await server.call(placeBuy, order, { as, key: newKey() })),
        )
        await timed('cancel', async () =>
          ok(await server.call(cancelOrder, { id: placed.id, type: 'in' }, { as })),
        )
        const starter = starters.pop()
        if (starter) {
          await timed('start', async () => ok(await server.call(startRun, {}, { as: starter })))
        }
      } while (!isOver())
    }),
  )
}

const mailOf = (n: number) => `joiner${n}@btbc.test`
const from = (n: number) => ({ 'x-forwarded-for': `10.${Math.floor(n / 200)}.${n % 200}.7` })
