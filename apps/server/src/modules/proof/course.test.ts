import { createHash, generateKeyPairSync, sign } from 'node:crypto'

import { expect, test } from 'vitest'

import { buildDeepProof } from '#testing/deep-proof.ts'
import { type Answer, startHouse } from '#testing/house-of-proofs.ts'
import { runVerifier } from '#testing/verifiers.ts'

/** What the file that anyone can download says of a house that does not show all it signed. */

test('a house is well when all its proofs were seen: waited for, in their numbers, up to the newest', async () => {
  const all = signedOnes(61)
  const five = all.slice(0, 5)
  const at = (some: Answer[], number = some.length) => some[number - 1]
  const busy: Answer = { type: 'error', code: 'too_many_requests', details: { wait_s: 0 } }
  const check = async (answerTo: (number: number | undefined) => Answer | undefined) => {
    const { url, close } = await startHouse(({ number }) => answerTo(number))
    return await runVerifier(url).finally(close)
  }
  let refusals = 3
  const patient = await check((number) =>
    number === 3 && (refusals -= 1) >= 0 ? busy : at(five, number),
  )
  expect(patient.stdout).toContain('Attestation 5')
  expect(refusals).toBe(-1)

  const isThird = (answer: Answer) => check((number) => (number === 3 ? answer : at(five, number)))
  await expect(isThird(busy)).rejects.toThrow('does not answer')
  const broken: Answer = { type: 'error', code: 'internal', details: {} }
  await expect(isThird(broken)).rejects.toThrow('answers internal')
  await expect(isThird({ ...broken, code: 'proof_not_found' })).rejects.toThrow('does not show all')
  await expect(check((number) => at(all, number && number + 56))).rejects.toThrow('not show all')
})

/** As a house signs them, one behind the other; all are of one tree. */
function signedOnes(count: number): Answer[] {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const whole = JSON.parse(buildDeepProof().attestations[0]?.text ?? '') as object
  const key = publicKey.export({ format: 'jwk' }).x
  let previous: string | null = null
  return Array.from({ length: count }, (_, n) => {
    const text = JSON.stringify({ ...whole, number: n + 1, previous, key })
    previous = createHash('sha256').update(text).digest('hex')
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
    return { type: 'ok', message: { number: n + 1, text, signature } }
  })
}
