import { Refusal } from '@btbc/contract/refusals.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type {
  listAttestations,
  readMyLines,
  readMyProof,
  readAttestation,
} from '@btbc/contract/proof.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readRows } from '@btbc/database/page.ts'
import { statementOfMember } from '@btbc/ledger/statement.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { readTreeKey } from './snapshot.ts'
import type { CoverageLine } from './attestation.ts'
import { findLeaf, hasTree } from './tree/find-leaf.ts'

/** What anybody may ask of the signed totals, and a member of their own leaf below them. */

const LINES_AT_ONCE = 500

/** The newest first. */
export async function describeAttestations(
  tx: Tx,
  { limit, page }: { limit: number; page: number },
): Promise<Response<typeof listAttestations>> {
  const all = tx
    .selectFrom('proof_attestation')
    .select(['number', 'text', 'coverage'])
    .orderBy('number', 'desc')
  const rows = await readRows(all, { skip: limit * (page - 1), limit }, { key: 'number' })
  const newest = await tx
    .selectFrom('proof_attestation')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const written = await readWritten(
    tx,
    rows.map(({ number }) => number),
  )
  return {
    list: rows.map(({ number, text, coverage }) => {
      const { at, tree, books } = JSON.parse(text) as Printed
      return {
        number,
        at: new Date(at),
        root: tree.root,
        books: books.hash,
        coverage: (coverage as CoverageLine[]).map(shownCoverage),
        written: written.get(number) ?? null,
      }
    }),
    // They are numbered without a gap.
    total: newest?.number ?? 0,
    page,
    limit,
  }
}

async function readWritten(tx: Tx, numbers: readonly number[]) {
  const rows = await tx
    .selectFrom('proof_write')
    .select(['number', 'hash', 'block_number'])
    .where((row) => row('number', '=', row.fn.any(row.val(numbers))))
    .where('state', '=', 'written')
    .execute()
  return new Map(
    rows.map(({ number, hash, block_number: block }) => [
      number,
      { transaction: hash ?? '', block: Number(block) },
    ]),
  )
}

/** As `writeAttestation` wrote it. */
type Printed = { at: string; tree: { depth: number; root: string }; books: { hash: string } }

function shownCoverage({ currency: id, owed, promised, there }: CoverageLine) {
  const currency = getCurrency(id)
  const shown = (units: string) => wireUnits(BigInt(units), currency)
  return {
    currency: currency.id,
    currency_name: currency.code,
    owed: shown(owed),
    promised: shown(promised),
    there: shown(there),
  }
}

/** What the house owed and had by the last attestation before a moment. */
export async function findCoverageBefore(tx: Tx, moment: Date) {
  const row = await tx
    .selectFrom('proof_attestation')
    .select(['number', 'text', 'coverage'])
    .where(sql<Date>`(text::json ->> 'at')::timestamptz`, '<', moment)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { at, books } = JSON.parse(row.text) as Printed
  return {
    number: row.number,
    at: new Date(at),
    books: books.hash,
    coverage: (row.coverage as CoverageLine[]).map(shownCoverage),
  }
}

export async function getAttestation(
  tx: Tx,
  number: number | undefined,
): Promise<Response<typeof readAttestation>> {
  const row = await tx
    .selectFrom('proof_attestation')
    .select(['number', 'text', 'signature'])
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Refusal('proof_not_found')
  return { ...row, signature: row.signature.toString('base64url') }
}

/** Of the newest attestation unless another one is named; its tree is kept for two days. */
export async function describeMyProof(
  tx: Tx,
  { memberId, number }: { memberId: number; number: number | undefined },
): Promise<Response<typeof readMyProof>> {
  const attestation = await getAttestation(tx, number)
  const { depth } = (JSON.parse(attestation.text) as Printed).tree
  if (!(await hasTree(tx, attestation.number))) throw new Refusal('proof_not_found')
  const treeKey = await readTreeKey(tx, attestation.number)
  const proof = await findLeaf(tx, { attestation: attestation.number, depth, memberId, ...treeKey })
  return { number: attestation.number, member: memberId, proof: proof ?? null }
}

/** A member's lines as they are digested, the newest first; those after the head are told apart by their entry. */
export async function describeMyLines(
  tx: Tx,
  { memberId, page }: { memberId: number; page: number },
): Promise<Response<typeof readMyLines>> {
  const { rows, total } = await statementOfMember(tx, memberId, { limit: LINES_AT_ONCE, page })
  return {
    list: rows.map(({ entryId, at, kind, purpose, currency, value }) => ({
      entry: entryId.toString(),
      at: at.getTime(),
      kind,
      purpose,
      currency,
      value: value.toString(),
    })),
    total,
    page,
    limit: LINES_AT_ONCE,
  }
}
