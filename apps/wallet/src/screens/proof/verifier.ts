import { readAttestation, readMyLines, readMyProof } from '@btbc/contract/proof.ts'

import { send, type Answer } from '#api/call.ts'

/** What the browser checks by the file that anyone can download, which knows nothing of this app. */

const FILE = '/verify.mjs'
const PAGES_MAX = 20
const TRIES = 3
const SLOW_MS = 20_000

type Signed = Answer<typeof readAttestation>
type Proof = Answer<typeof readMyProof>['proof']
type Line = Answer<typeof readMyLines>['list'][number]
export type Attestation = {
  number: number
  at: string
  key: string
  books: { entry: string; hash: string }
  tree: { root: string }
  currencies: { code: string; scale: number }[]
  custody?: { chain_id: number; block: number; hash: string; addresses?: string[] } | null
  log?: { address: string } | null
}
type Verifier = {
  checkAttestation: (
    signed: Signed,
    before?: Read,
  ) => Promise<{ attestation?: Attestation; findings: string[] }>
  checkMember: (
    attestation: Attestation,
    proof: Proof,
    member: number,
  ) => Promise<{ sums?: bigint[]; findings: string[] }>
  checkLines: (attestation: Attestation, proof: Proof, lines: readonly Line[]) => Promise<string[]>
}

export type Read = { text: string; parsed: Attestation }

export type Checked = {
  attestation: Attestation
  /** The one before it and itself, as far as they could be read. */
  all: readonly Read[]
  findings: readonly string[]
  own?: {
    sums: bigint[] | undefined
    findings: readonly string[]
    /** False where there are more lines than are read in a browser. */
    areLinesRead: boolean
  }
  /** As a file that `verify.mjs` reads. */
  saved: string
}

/** This browser lacks what it would check with: an old one, or a page that did not come over https. */
export class CannotCheck extends Error {}

/** The newest attestation, the one before it, and whether this member is in it; null before the first. */
export async function checkNewest(member: number | undefined): Promise<Checked | null> {
  const { checkAttestation, checkMember, checkLines } = await openVerifier()
  await requireSignatures()
  const newest = await send(readAttestation).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'proof_not_found') return null
    throw error
  })
  if (newest === null) return null
  const before = newest.number > 1 ? await readBefore(newest.number, checkAttestation) : undefined
  const attestations = before ? [before.signed, newest] : [newest]
  const { attestation, findings: ofNewest } = await checkAttestation(newest, before?.read)
  if (!attestation) throw new Error(`${FILE} cannot read attestation ${newest.number}`)
  // Nothing follows from one that does not hold itself, or that was not asked for.
  const follows = before?.holds !== false && attestation.number === newest.number
  const findings = follows ? ofNewest : [...new Set([...ofNewest, 'previous'])]
  const all = [...(before?.read ? [before.read] : []), { text: newest.text, parsed: attestation }]
  if (member === undefined) {
    return { attestation, all, findings, saved: JSON.stringify({ attestations }) }
  }
  const { proof } = await send(readMyProof, { number: newest.number })
  const { sums, findings: ofLeaf } = await checkMember(attestation, proof, member)
  const lines = proof && (await readLines(attestation.books.entry))
  const ofLines = lines ? await checkLines(attestation, proof, lines) : []
  return {
    attestation,
    all,
    findings,
    own: { sums, findings: [...ofLeaf, ...ofLines], areLinesRead: lines !== undefined },
    saved: JSON.stringify({ attestations, member, proof, ...(lines && { lines }) }),
  }
}

/** The one before this number, read as far as it can be, and whether it holds by itself. */
async function readBefore(number: number, check: Verifier['checkAttestation']) {
  const signed = await send(readAttestation, { number: number - 1 })
  const { attestation: parsed, findings } = await check(signed)
  const read: Read | undefined = parsed && { text: signed.text, parsed }
  return { signed, read, holds: parsed !== undefined && findings.length === 0 }
}

export async function openVerifier(): Promise<Verifier> {
  return await loadFile(FILE)
}

async function requireSignatures(): Promise<void> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch (error) {
    throw new CannotCheck('There is no Ed25519 here', { cause: error })
  }
}

let lost = 0

/** A load that never ends is given up, and not waited for by the next one: that asks by another address. */
export async function loadFile<File>(file: string): Promise<File> {
  const address = lost === 0 ? file : `${file}?${lost}`
  const slow = AbortSignal.timeout(SLOW_MS)
  const tooSlow = new Promise<never>((_, reject) => {
    slow.addEventListener('abort', () => reject(new Error(`${file} does not come`)))
  })
  try {
    return (await Promise.race([import(/* @vite-ignore */ address), tooSlow])) as File
  } catch (error) {
    lost += 1
    throw error
  }
}

/** Oldest first, up to the head of the books; undefined where there are more than one reads in a browser. */
async function readLines(head: string): Promise<Line[] | undefined> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const lines = await readPages()
    if (lines === 'moved') continue
    return lines?.filter(({ entry }) => BigInt(entry) <= BigInt(head)).toReversed()
  }
  return undefined
}

/** The newest first; 'moved' when a line came in between two pages, which puts all others one further. */
async function readPages(): Promise<Line[] | 'moved' | undefined> {
  const lines: Line[] = []
  let known: number | undefined
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { list, total, limit } = await send(readMyLines, { page })
    known ??= total
    if (total !== known) return 'moved'
    lines.push(...list)
    if (page * limit >= total) return lines
  }
  return undefined
}
