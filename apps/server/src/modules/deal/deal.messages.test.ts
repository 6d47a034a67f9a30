import { sendDealMessage } from '@btbc/contract/deal-messages.ts'
import { listOwnNotices, markOwnNoticesRead, noticeSettings } from '@btbc/contract/notice.ts'
import { expect, test } from 'vitest'

import { bought, offered } from '#testing/sellers.ts'
import { newKey, ok, type TestMember, type TestServer } from '#testing/server.ts'

import { ORDER, start } from './testing/start.ts'

/** As many as one side may write in a minute. */
const MANY = 20

const write = async (server: TestServer, as: TestMember, id: number, times = 1) => {
  for (let each = 0; each < times; each += 1) {
    ok(await server.call(sendDealMessage, { id, text: 'Hello' }, { as, key: newKey() }))
  }
}

/** The notices of messages, newest first, with their deals and whether they were read; and the mails. */
async function toldTo(server: TestServer, as: TestMember) {
  const { list } = ok(await server.call(listOwnNotices, { limit: 100 }, { as }))
  const mails = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', as.mail)
    .where('subject', '=', '[TEST] A message in a deal')
    .execute()
  const own = list.filter(({ title }) => title === 'A message in a deal')
  return { listed: own.map(({ link, read }) => [link, read]), mails: mails.length }
}

test('whoever is away hears that the other side has written, once until they looked, however much is written', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '600' })
  const [id, other] = [await bought(server, ben, ORDER), await bought(server, ben, ORDER)]
  const [link, otherLink] = [`/detail?id=${id}`, `/detail?id=${other}`]
  await write(server, ben, id, MANY)
  expect(await toldTo(server, sam)).toEqual({ listed: [[link, false]], mails: 1 })
  expect(await toldTo(server, ben)).toEqual({ listed: [], mails: 0 })
  await write(server, ben, other)
  const both = [
    [otherLink, false],
    [link, false],
  ]
  expect(await toldTo(server, sam)).toEqual({ listed: both, mails: 2 })

  const look = (as: TestMember) => server.call(markOwnNoticesRead, { deal: id }, { as })
  ok(await look(ben))
  expect((await toldTo(server, sam)).listed).toEqual(both)
  ok(await look(sam))
  server.clock.passBusiness({ minutes: 1 })
  await write(server, ben, id, MANY)
  expect(await toldTo(server, sam)).toEqual({
    listed: [
      [link, false],
      [otherLink, false],
      [link, true],
    ],
    mails: 3,
  })
})

test('whoever wants no list of deals is told when the other side begins to write', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '600' })
  const id = await bought(server, ben, ORDER)
  const off = { kind: 'deals', way: 'app', on: false } as const
  ok(await server.call(noticeSettings, off, { as: sam }))
  await write(server, ben, id, MANY)
  expect(await toldTo(server, sam)).toEqual({ listed: [], mails: 1 })
  server.clock.passBusiness({ minutes: 9 })
  await write(server, ben, id)
  expect((await toldTo(server, sam)).mails).toBe(1)
  server.clock.passBusiness({ minutes: 10 })
  await write(server, ben, id)
  expect((await toldTo(server, sam)).mails).toBe(2)
})
