import type { QueueName } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'
import { COUNTED_BEYOND, readPage } from '@btbc/database/page.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'

/** What a module hands to the console: its cases, and what deciding one does. */

export type CaseState = 'waiting' | 'accepted' | 'rejected' | 'cancelled'

export type QueueCase = {
  id: number
  state: CaseState
  memberId: number
  /** One line that tells this case from the others, such as `Passport, Germany`. */
  title: string
  /** What those read instead who do not decide it: where the line says who somebody is. */
  titleForOthers?: string
  amount?: bigint
  currency?: CurrencyId
  openedAt: Date
  /** By when somebody has promised to look at it. */
  dueAt?: Date
  /** What an operator needs to decide, in the order they would read it. Amounts as formatted text. */
  facts: readonly { label: string; value: string; forDeciders?: true }[]
  /** Shown one by one, each view written into the audit log. */
  pictures: readonly { id: string; label: string }[]
  /** What its member wrote and was answered last, oldest first. */
  messages?: readonly { id: number; from: 'member' | 'house'; text: string; at: Date }[]
  hasMoreMessages?: boolean
  /** To begin an answer with: what it is about in English, and in the language of its reader. */
  answers?: readonly { name: string; text: string }[]
  /** What happens after either decision, in words with exact figures. */
  afterAccept: string
  afterReject: string
}

export type CaseDecision = {
  id: number
  decision: 'accept' | 'reject'
  reason: string
  /** The last message that was seen, where its member writes to the house. */
  message?: number | undefined
  operatorId: number
  now: Date
  wallNow: Date
}

export type CasesAsked = { show: 'waiting' | 'decided'; page: number; limit: number }

export type CaseQueue = {
  name: QueueName
  /** Waiting cases oldest first, decided ones newest first. */
  list(tx: Tx, asked: CasesAsked): Promise<{ list: QueueCase[]; total: number }>
  /** With what was said in it before the message that is named. */
  find(tx: Tx, id: number, before: number | undefined): Promise<QueueCase | undefined>
  /** Throws `case_decided` when the case waits no more. */
  decide(tx: Tx, decision: CaseDecision): Promise<void>
  /** Accepting it takes a second operator. */
  needsTwo(found: QueueCase): boolean
  /** What its members wait for there, in USDT; none where no money waits. */
  held?(tx: Tx): Promise<bigint>
  /** The bytes of a picture of the case, or undefined when it is of none or gone. */
  picture?(
    tx: Tx,
    request: { id: number; picture: string },
  ): Promise<{ type: string; bytes: Buffer } | undefined>
}

/** A page of the rows of a queue, each described as a case. */
export async function readCases<DB, From extends keyof DB, Row>(
  tx: Tx,
  { show, ...page }: CasesAsked,
  rowsOf: Record<CasesAsked['show'], SelectQueryBuilder<DB, From, Row>>,
  describe: (tx: Tx, row: Simplify<Row>) => Promise<QueueCase> | QueueCase,
): Promise<{ list: QueueCase[]; total: number }> {
  const { rows, total } = await readPage(tx, rowsOf[show], page, { key: 'id' })
  const list: QueueCase[] = []
  for (const row of rows) list.push(await describe(tx, row))
  return { list, total }
}

/** What `units` of the rows that wait come to, as far as they are counted. */
export async function addUp(tx: Tx, waiting: RawBuilder<{ units: bigint }>): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(units), 0) as sum
    from (${waiting} order by id limit ${COUNTED_BEYOND}) waiting`.execute(tx)
  return rows[0]?.sum ?? 0n
}
