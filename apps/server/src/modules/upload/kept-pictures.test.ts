import { readdirSync } from 'node:fs'
import path from 'node:path'

import { addFeedback } from '@btbc/contract/feedback.ts'
import { readCasePicture } from '@btbc/contract/operator/case.ts'
import {
  proposeDealDecision,
  readDispute,
  readDisputePicture,
} from '@btbc/contract/operator/dispute.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { expect, test } from 'vitest'

import { callOperator, decideAsSeen, hire } from '#testing/operators.ts'
import { bought, joinSeller, offered, paid } from '#testing/sellers.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'
import { uploaded } from '#testing/upload.ts'

const reason = 'Looked at again'

test('a picture stays while what it belongs to goes on, however long, and goes 180 days after its end', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ben = await server.join('ben@example.test')
  const sam = await joinSeller(server, 'sam@example.test', 1000n)
  const kept = () => readdirSync(path.join(server.dataDirectory, 'uploads')).length
  await offered(server, sam, { stock: '300' })
  const deal = await bought(server, ben, { acc: '720', pay_way: 'bank' })
  await paid(server, ben, deal)
  const pics = [await uploaded(server, ben, 'feedback'), await uploaded(server, ben, 'feedback')]
  const letter = ok(await server.call(addFeedback, { content: 'See here', pics }, { as: ben }))
  const pic = await uploaded(server, ben, 'voucher')
  const voucher = { currency: 32, account: '6789', amount: '10', pic } as const
  ok(await server.call(requestCredit, voucher, { as: ben }))
  await server.pass({ minutes: 31 })
  expect(kept()).toBe(4)

  // The voucher is closed undecided; letter and dispute wait for operators.
  await server.pass({ days: 4 })
  expect(kept()).toBe(4)
  await server.pass({ days: 181 })
  expect(kept()).toBe(3)

  const [ria, sue] = [await hire(server, 'Ria', ['risk']), await hire(server, 'Sue', ['support'])]
  const answer = { queue: 'feedback', id: letter.id, decision: 'accept', reason } as const
  ok(await decideAsSeen(server, answer, { as: sue }))
  const split = { id: deal, buyer_percent: 50, reason }
  const { id } = ok(await callOperator(server, proposeDealDecision, split, { as: ria }))
  ok(await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: sue }))
  await server.pass({ days: 179 })
  expect(kept()).toBe(3)
  await server.pass({ days: 1 })
  expect(kept()).toBe(0)

  // Nobody of the house is asked to send again what was deleted on schedule.
  const tom = await hire(server, 'Tom', ['support'])
  const { pictures } = ok(await callOperator(server, readDispute, { id: deal }, { as: tom }))
  const sent = { queue: 'feedback', id: letter.id, picture: pics[0] ?? '', reason } as const
  const shown = { id: deal, picture: pictures[0]?.id ?? '', reason }
  const looks = [
    await callOperator(server, readCasePicture, sent, { as: tom }),
    await callOperator(server, readDisputePicture, shown, { as: tom }),
  ]
  expect(looks.map(refusal)).toEqual(['picture_not_found', 'picture_not_found'])
})
