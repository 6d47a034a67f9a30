import { setLanguage } from '@btbc/contract/account.ts'
import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { setPhrase as setPhraseCall } from '@btbc/contract/security.ts'
import { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { toChain } from '#chain/units.ts'
import { startTestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { decideAsSeen, hire } from '#testing/operators.ts'
import { newKey, ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { decide, out, OUTSIDE, prove, start } from '#testing/withdrawals.ts'

/** Mails about money: each is written with what it tells of, once, or not at all. */

const { USDT } = currencies
const LONG = 240_000

/** Subject and text of what a member was told about money, oldest first. */
async function moneyMails(server: TestServer, { mail }: { mail: string }) {
  const rows = await server.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', mail)
    .where('code', 'is', null)
    .orderBy('id')
    .execute()
  return rows.filter(({ subject }) => /deposit|withdrawal|Coins|payment|transfer/i.test(subject))
}

async function setPhrase(server: TestServer, as: TestMember, phrase: string): Promise<void> {
  const proof = await stepUp(server, as, 'phrase', { phrase })
  ok(await server.call(setPhraseCall, { phrase, proof }, { as }))
}

test('asking is told once with figures and phrase, however often the same call comes', async () => {
  const { server, ada } = await start()
  await setPhrase(server, ada, 'blue heron')
  const proof = await prove(server, ada)
  const request = { address: OUTSIDE, number: '100', currency: USDT.id as number, proof }
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call(requestWithdrawal, request, { as: ada, key })),
  )
  const { draw_no } = ok(answers[0] ?? (await server.call(requestWithdrawal, request, { as: ada })))
  expect(await moneyMails(server, ada)).toEqual([
    {
      subject: '[TEST] You asked for a withdrawal',
      text: expect.stringMatching(
        `^\\[BTBC TEST\\] Withdrawal ${draw_no}: 100 USDT to ${OUTSIDE}\\. The fee is 1, so 99 USDT arrive.*Your phrase: blue heron$`,
      ),
    },
  ])
  // What is refused is not told of.
  const again = await server.call(requestWithdrawal, request, { as: ada, key: newKey() })
  expect(again.type).toBe('error')
  expect(await moneyMails(server, ada)).toHaveLength(1)
})

test('a refusal of operators and a withdrawal nobody decided about are told of', async () => {
  const { server, ada } = await start(5000n)
  ok(await server.call(setLanguage, { lang: 'spa' }, { as: ada }))
  const large = ok(await out(server, ada, { number: '1000' }))
  await decide(server, large.id, 'reject', 'Please call us first.')
  const other = ok(await out(server, ada, { number: '1500' }))
  await server.pass({ hours: 72 })
  const texts = await server.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', ada.mail)
    .where('subject', 'like', '%retiro%')
    .orderBy('id')
    .execute()
  expect(texts.map(({ text }) => text)).toEqual([
    expect.stringContaining(`Retiro ${large.draw_no}: 1.000 USDT a ${OUTSIDE}`),
    expect.stringContaining(
      `Se rechazó el retiro ${large.draw_no} de 1.000 USDT: Please call us first.`,
    ),
    expect.stringContaining(`Retiro ${other.draw_no}: 1.500 USDT`),
    expect.stringContaining(`El retiro ${other.draw_no} de 1.500 USDT no se pudo completar.`),
  ])
})

test('a bank withdrawal is told of when it is asked for, paid and refused', async () => {
  const { server, ada } = await start(3000n)
  const olivia = await hire(server, 'Olivia', ['finance'])
  const omar = await hire(server, 'Omar', ['finance'])
  for (const decision of ['accept', 'reject'] as const) {
    const form = { amount: '100', bank_code: 'TESTNATIONAL', bank_no: 'TEST-0001-2345' }
    const proof = await stepUp(server, ada, 'bank_withdraw', form)
    const request = { ...form, real_name: 'Ada Test', proof }
    const { id } = ok(await server.call(requestBankWithdrawal, request, { as: ada, key: newKey() }))
    const asked = { queue: 'bank_withdrawal', id, decision, reason: 'Wrong name.' } as const
    ok(await decideAsSeen(server, asked, { as: olivia }))
    if (decision === 'accept') ok(await decideAsSeen(server, asked, { as: omar }))
  }
  expect((await moneyMails(server, ada)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/100 USDT to the test account ending in 2345.*18 USDT, so 82 USDT/),
    expect.stringMatching(/82 bank units \(test\) were paid to the test account ending in 2345/),
    expect.stringMatching(/100 USDT to the test account ending in 2345/),
    expect.stringMatching(/of 100 USDT was refused: Wrong name\. Everything is back/),
  ])
})

test(
  'a deposit is told of when it is credited, a withdrawal when it was sent, with their hashes',
  async () => {
    const chain = await startTestChain()
    const server = await startTestServer({ rateLimits: false }, { chain })
    const turn = async () => await server.app.chainWorks?.step()
    const ada = await server.join('ada@example.test')
    const bob = await server.join('bob@example.test')
    await acceptIdentity(server, ada)
    await give(server, ada.id, USDT.id, 1000n)
    const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: bob }))
    const hash = await chain.sendToken(USDT.id, address as `0x${string}`, toChain(700_000_000n))
    await chain.mine(CONFIRMATIONS + 1)
    await turn()
    await turn()
    expect(await moneyMails(server, bob)).toEqual([
      {
        subject: '[TEST] Your deposit is credited',
        text: `[BTBC TEST] 7 USDT have arrived and are in your Spot wallet. Transaction: ${hash}.`,
      },
    ])
    const to = privateKeyToAddress(generatePrivateKey())
    ok(await out(server, ada, { address: to }))
    await server.pass({ hours: 24 })
    await turn()
    await chain.mine(CONFIRMATIONS + 1)
    await turn()
    await turn()
    const { hash: sent } = await server.db
      .selectFrom('chain_transaction')
      .select('hash')
      .where('purpose', '=', 'withdrawal')
      .executeTakeFirstOrThrow()
    expect((await moneyMails(server, ada)).map(({ text }) => text)).toEqual([
      expect.stringContaining('100 USDT to'),
      expect.stringContaining(`99 USDT were sent to ${to}. Transaction: ${sent}.`),
    ])
    ok(await out(server, ada, { address }))
    expect((await moneyMails(server, ada)).at(-1)?.text).toContain(
      `100 USDT went to another member at ${address}`,
    )
    expect((await moneyMails(server, bob)).at(-1)?.text).toContain(
      '100 USDT came from another member',
    )
  },
  LONG,
)
