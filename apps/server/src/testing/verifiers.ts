import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import type { ResponseJson } from '@btbc/contract/endpoint.ts'
import type { readMyLines, readMyProof } from '@btbc/contract/proof.ts'

/** The files that anyone can download to check a house, as they would run them; they know nothing of it. */

type Signed = { text: string; signature: string }
export type Proof = NonNullable<ResponseJson<typeof readMyProof>['proof']>
type Line = ResponseJson<typeof readMyLines>['list'][number]
/** What the page /proof saves for a member. */
export type Saved = {
  attestations: Signed[]
  member: number
  proof: Proof | null
  lines?: Line[]
}
/** What is read of an attestation. */
export type Said = {
  tree: { root: string }
  log: { address: `0x${string}` } | null
  custody: {
    chain_id: number
    block: string
    hash: string
    held: Record<string, string>
    others: Record<string, string>
    addresses: string[]
  }
}
export type Read = { text: string; parsed: Said & { number: number } }
/** Asks a node. */
export type Ask = (questions: readonly object[]) => Promise<unknown[]>
type Custody = {
  findings: string[]
  coins: { seen: bigint; said: bigint; covers: boolean }[]
  block?: bigint
  isThen?: boolean
}
type Log = { findings: string[]; latest?: number; isWritten?: boolean }

type Verifier = {
  checkSaved: (
    saved: Saved,
    expected?: number,
  ) => Promise<{ findings: [number, string][]; sums?: bigint[] }>
}
type ChainVerifier = {
  nodeAt: (url: string) => Ask
  checkCustody: (attestation: Said, ask: Ask) => Promise<Custody>
  checkLog: (all: readonly Read[], ask: Ask) => Promise<Log | null>
}
type StatementVerifier = {
  numberIn: (csv: string) => number | undefined
  checkStatement: (
    csv: string,
    saved: Saved,
  ) => { count: number; later: number; findings: [string, string][] }
}

const folder = path.resolve(import.meta.dirname, '../../../wallet/public')
const whole = path.join(folder, 'verify.mjs')
const ofChain = path.join(folder, 'verify-chain.mjs')
const ofStatement = path.join(folder, 'verify-statement.mjs')
const load = async (file: string): Promise<unknown> => await import(pathToFileURL(file).href)

export const { checkSaved } = (await load(whole)) as Verifier
export const { nodeAt, checkCustody, checkLog } = (await load(ofChain)) as ChainVerifier
export const { numberIn, checkStatement } = (await load(ofStatement)) as StatementVerifier

const run = promisify(execFile)

/** Rejects when it finds something, with what it says. */
export async function runVerifier(...told: string[]): Promise<{ stdout: string }> {
  return await run(process.execPath, [whole, ...told])
}

/** The same of a statement. */
export async function runStatementVerifier(...told: string[]): Promise<{ stdout: string }> {
  return await run(process.execPath, [ofStatement, ...told])
}
