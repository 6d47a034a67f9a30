import { readAttestation } from '@btbc/contract/proof.ts'

import { type Answer, send } from '#api/call.ts'
import { loadFile, openVerifier } from '#screens/proof/verifier.ts'

/** A statement that a member saved, checked by a file that anyone can download. */

const FILE = '/verify-statement.mjs'

export type CheckedStatement = {
  count: number
  later: number
  findings: [string, string][]
}
type Saved = { attestations: Answer<typeof readAttestation>[]; lines: unknown[] }
type StatementFile = {
  numberIn: (csv: string) => number | undefined
  checkStatement: (csv: string, saved: Saved, named?: string) => CheckedStatement
}
export async function checkStatementFile(file: File, saved: string): Promise<CheckedStatement> {
  const { numberIn, checkStatement } = await loadFile<StatementFile>(FILE)
  const proof = JSON.parse(saved) as Saved
  const csv = await file.text()
  const number = numberIn(csv)
  const named = number === undefined ? undefined : await readNamed(number, proof)
  return checkStatement(csv, proof, named)
}

/** What the statement names, if the house signed it by the key of its newest. */
async function readNamed(number: number, { attestations }: Saved): Promise<string> {
  const { checkAttestation } = await openVerifier()
  const newest = attestations.at(-1)
  if (!newest) throw new Error('A proof without an attestation')
  const { attestation: latest } = await checkAttestation(newest)
  const signed = await send(readAttestation, { number })
  const { attestation, findings } = await checkAttestation(signed)
  if (findings.length > 0 || attestation?.number !== number || attestation.key !== latest?.key) {
    throw new Error(`Attestation ${number} does not hold`)
  }
  return signed.text
}
