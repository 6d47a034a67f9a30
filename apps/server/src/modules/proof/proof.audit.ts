import { createHash, createPublicKey, verify } from 'node:crypto'

import type { Db } from '@btbc/database/database.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import { linkHashes } from '@btbc/ledger/chain.ts'
import { auditDigests } from '@btbc/ledger/digest.ts'

const FINDINGS_MAX = 20
const PAGE = 100

type Printed = { number: number; previous: string | null; key: string; books: Books }
type Books = { position: string; hash: string }
type Before = { number: number; hash: string | null; key?: string }

/**
 * Whether each attestation is signed by the key of the one before, follows from it, and names a link of the
 * books as they are.
 */
export async function auditProofs(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  let before: Before = { number: 0, hash: null }
  for (;;) {
    const rows = await db
      .selectFrom('proof_attestation')
      .selectAll()
      .where('number', '>', before.number)
      .orderBy('number')
      .limit(PAGE)
      .execute()
    const printed = rows.map(({ text }) => JSON.parse(text) as Printed)
    const links = await linkHashes(
      db,
      printed.map(({ books }) => BigInt(books.position)),
    )
    for (const [n, { number, text, signature }] of rows.entries()) {
      const each = printed[n]
      if (!each) continue
      const detail = faultOf(each, { text, signature, before }) ?? faultOfBooks(each.books, links)
      if (detail !== undefined) {
        findings.push({ rule: 'I23 attestations hold', detail: `attestation ${number} ${detail}` })
      }
      if (findings.length >= FINDINGS_MAX) return findings
      before = { number, hash: createHash('sha256').update(text).digest('hex'), key: each.key }
    }
    if (rows.length < PAGE) return [...findings, ...(await auditDigests(db))]
  }
}

function faultOf(
  { number, previous, key }: Printed,
  found: { text: string; signature: Buffer; before: Before },
): string | undefined {
  const { text, signature, before } = found
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key },
    format: 'jwk',
  })
  if (!verify(null, Buffer.from(text), publicKey, signature)) return 'is not signed by its key'
  if (key !== (before.key ?? key)) return 'is signed by another key than the one before'
  const follows = number === before.number + 1 && previous === before.hash
  return follows ? undefined : 'does not follow from the one before'
}

function faultOfBooks(
  { position, hash }: Books,
  links: ReadonlyMap<bigint, string>,
): string | undefined {
  if (position === '0') return undefined
  return links.get(BigInt(position)) === hash
    ? undefined
    : `names a link ${position} that the books do not have`
}
