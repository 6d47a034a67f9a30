import type { Random } from '@btbc/matching/random-flow.ts'

import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#payment-provider/sandbox/protocol.ts'
import { pressAt } from '#testing/gateway.ts'

import { oddAmount, oddId, oddValue, oddWord } from './odd.ts'
import type { Act, Person, World } from './world.ts'

/** What can be done to others by what comes from banks and providers, or is said to. */

const PATHS = ['/pay/recharge', '/pay/bkash', '/pay/card'] as const
const HOOKS = ['{}', '[', 'null', '{"id":"x","type":"paid"}', '{"__proto__":{}}'] as const

async function depositOddly(_: World, person: Person, random: Random): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await person.change(random.pick(PATHS), {
      amount: random.chance(0.5) ? '200' : oddAmount(random),
      rate: random.chance(0.8) ? null : oddAmount(random),
      pay_type: random.chance(0.7) ? null : oddWord(random),
      pay_platform: random.chance(0.5) ? null : oddWord(random),
      account: random.chance(0.5) ? '01700000000' : oddWord(random),
    })
    await person.change('/wallet/charge_req', {
      currency: random.pick([32, 3, 18, 28, 1, oddId(random)]),
      amount: random.chance(0.5) ? '200' : oddAmount(random),
      account: random.pick([`0x${'ab'.repeat(32)}`, `0x${'0'.repeat(64)}`, oddWord(random)]),
      pic: oddWord(random),
      rate: random.chance(0.8) ? null : oddAmount(random),
    })
  }
  await person.app('/pay/recharge_list', { status: oddId(random) }, { method: 'GET' })
}

/** All of it in one moment; what comes of it is paid twice, late, in part or not, on the provider's page. */
async function depositAtOnce(_: World, person: Person, random: Random): Promise<void> {
  const amount = random.pick(['200', '2000', '50000'])
  const asked = PATHS.flatMap((path) => [1, 2, 3].map(() => person.change(path, { amount })))
  for (const { json } of await Promise.all(asked)) {
    const { type, message } = (json ?? {}) as { type?: unknown; message?: unknown }
    if (type !== 'ok') continue
    const presses = [random.pick(PRESSES), random.pick(PRESSES)]
    await Promise.allSettled(presses.map((way) => pressAt(String(message), way)))
  }
}
const PRESSES = ['pay', 'late', 'less', 'more', 'cancel'] as const

/** As many orders as may be open, and nobody ever pays. */
async function openAndLeave(_: World, person: Person, random: Random): Promise<void> {
  const from = 5 + random.below(1000)
  const amounts = Array.from({ length: 7 }, (_each, n) => String(from + n))
  await Promise.all(amounts.map((amount) => person.change('/pay/recharge', { amount })))
}

/** Messages of a provider that never sent them. */
async function callHooks(_: World, person: Person, random: Random): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const headers = {
      'content-type': random.pick(['application/json', 'text/plain', 'x']),
      ...(random.chance(0.7) && {
        [SIGNATURE_HEADER]: random.pick(['', 'x', '0'.repeat(64), 'a'.repeat(5000)]),
        [TIMESTAMP_HEADER]: random.pick(['0', '-1', 'NaN', String(Date.now()), '9'.repeat(30)]),
      }),
    }
    await person.send('/hooks/gateway', { method: 'POST', headers, body: random.pick(HOOKS) })
  }
}

async function withdrawToBanks(_: World, person: Person, random: Random): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await person.change('/pay/withdraw', {
      amount: random.chance(0.5) ? '20' : oddAmount(random),
      bank_code: random.chance(0.5) ? 'TESTNATIONAL' : oddWord(random),
      bank_no: random.chance(0.5) ? 'TEST-0001-2345' : oddWord(random),
      real_name: oddWord(random),
      proof: oddValue(random),
    })
  }
  await person.change('/pay/withdraw_cancel', { id: oddId(random) })
  await person.app('/pay/withdraw_list', { page: oddId(random) }, { method: 'GET' })
}

export const railActs: readonly Act[] = [
  { name: 'deposits with odd fields', run: depositOddly },
  { name: 'deposits through the gateway at once', run: depositAtOnce },
  { name: 'orders at the gateway opened and left', run: openAndLeave },
  { name: 'news that no provider sent', run: callHooks },
  { name: 'odd withdrawals to banks', run: withdrawToBanks },
]
