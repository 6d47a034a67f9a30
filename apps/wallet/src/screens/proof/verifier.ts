import { readAttestation, readMyLines, readMyProof } from '@btbc/contract/proof.ts'

import { send, type Answer } from '#api/call.ts'

/** What the browser checks by the file that anyone can download, which knows nothing of this app. */

const FILE = '/verify.mjs'
const PAGES_MAX = 20

type Signed = Answer<typeof readAttestation>
type Proof = Answer<typeof readMyProof>['proof']
type Line = Answer<typeof readMyLines>['list'][number]
type Attestation = {
  number: number
  at: string
  key: string
  books: { entry: string; hash: string }
  tree: { root: string }
  currencies: { code: string; scale: number }[]
}
type Verifier = {
  checkAttestation: (
    signed: Signed,
    before?: { text: string; parsed: Attestation },
  ) => Promise<{ attestation?: Attestation; findings: string[] }>
  checkMember: (
    attestation: Attestation,
    proof: Proof,
    member: number,
  ) => Promise<{ sums?: bigint[]; findings: string[] }>
  checkLines: (attestation: Attestation, proof: Proof, lines: readonly Line[]) => Promise<string[]>
}

export type Checked = {
  attestation: Attestation
  findings: readonly string[]
  own?: { sums: bigint[] | undefined; findings: readonly string[] }
  /** As a file that `verify.mjs` reads. */
  saved: string
}

/** This browser lacks what it would check with: an old one, or a page that did not come over https. */
export class CannotCheck extends Error {}

/** The newest attestation, the one before it, and whether this member is in it; null before the first. */
export async function checkNewest(member: number | undefined): Promise<Checked | null> {
  const { checkAttestation, checkMember, checkLines } = await loadVerifier()
  await requireSignatures()
  const newest = await send(readAttestation).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'proof_not_found') return null
    throw error
  })
  if (newest === null) return null
  const attestations = [newest]
  let before: { text: string; parsed: Attestation } | undefined
  if (newest.number > 1) {
    const signed = await send(readAttestation, { number: newest.number - 1 })
    const { attestation: parsed } = await checkAttestation(signed)
    if (parsed) before = { text: signed.text, parsed }
    attestations.unshift(signed)
  }
  const { attestation, findings } = await checkAttestation(newest, before)
  if (!attestation) throw new Error(`${FILE} cannot read attestation ${newest.number}`)
  if (member === undefined) {
    return { attestation, findings, saved: JSON.stringify({ attestations }) }
  }
  const { proof } = await send(readMyProof, { number: newest.number })
  const { sums, findings: ofLeaf } = await checkMember(attestation, proof, member)
  const lines = proof && (await readLines(attestation.books.entry))
  const ofLines = lines ? await checkLines(attestation, proof, lines) : []
  return {
    attestation,
    findings,
    own: { sums, findings: [...ofLeaf, ...ofLines] },
    saved: JSON.stringify({ attestations, member, proof, ...(lines && { lines }) }),
  }
}

async function requireSignatures(): Promise<void> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch (error) {
    throw new CannotCheck('There is no Ed25519 here', { cause: error })
  }
}

async function loadVerifier(): Promise<Verifier> {
  return (await import(/* @vite-ignore */ FILE)) as Verifier
}

/** Oldest first, up to the head of the books; undefined where there are more than one reads in a browser. */
async function readLines(head: string): Promise<Line[] | undefined> {
  const lines: Line[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { list, total, limit } = await send(readMyLines, { page })
    lines.push(...list)
    if (page * limit >= total) {
      return lines.filter(({ entry }) => BigInt(entry) <= BigInt(head)).toReversed()
    }
  }
  return undefined
}
