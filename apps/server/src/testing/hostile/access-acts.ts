import type { Random } from '@btbc/matching/random-flow.ts'

import { openAuthenticator } from '#testing/passkey.ts'
import { proveInDatabase } from '#testing/step-up.ts'

import { messageOf } from './caller.ts'
import { oddId, oddValue, oddWord } from './odd.ts'
import { upload } from './people-acts.ts'
import type { Act, Person, World } from './world.ts'

/** What can be done to others by proofs that are begun, and by pictures that are none. */

const CEREMONIES = 10
const ACTIONS = ['withdraw', 'passkey_add', 'fund_pin', 'deal_confirm', 'constructor'] as const
const PURPOSES = ['identity', 'voucher', 'deal', 'feedback', 'x', '__proto__', ''] as const

type Begun = { challenge_id: string; options: Record<string, unknown> }

/** Logins and proofs by a passkey, none of which comes to its end. */
async function beginAndLeave(_: World, person: Person, random: Random): Promise<void> {
  const begun = await Promise.all(
    Array.from({ length: CEREMONIES }, () => person.change('/user/passkey_login/begin')),
  )
  const { challenge_id: id, options = {} } = messageOf<Begun>(begun[0])
  const credential = openAuthenticator().use(options, 'https://evil.example.test')
  const odd = { ...credential, id: oddWord(random), response: oddValue(random) }
  const answer = random.chance(0.5) ? credential : odd
  const asked = { challenge_id: id, credential: answer }
  await Promise.all([1, 2].map(() => person.change('/user/passkey_login', asked)))
  const actions = Array.from({ length: CEREMONIES }, () => {
    const payload = random.chance(0.7) ? { [String(oddWord(random))]: 'x' } : oddValue(random)
    return person.app('/security/step_up', { action: random.pick(ACTIONS), payload })
  })
  const { challenge_id } = messageOf<Begun>((await Promise.all(actions))[0])
  const method = random.pick(['passkey', 'code', 'totp', 'recovery', 'pin_code'])
  const proved = { challenge_id, method, code: oddWord(random), credential: answer }
  await person.change('/security/step_up/prove', proved)
}

/** A passkey for this account, of another site or of none, twice at once. */
async function addPasskeys({ server }: World, person: Person, random: Random): Promise<void> {
  const request = { action: 'passkey_add', payload: {} }
  const asked = messageOf<Begun>(await person.app('/security/step_up', request))
  const challenge = asked.challenge_id
  const proof = challenge === undefined ? 'none' : await proveInDatabase(server, challenge)
  const begun = await person.change('/security/passkey/begin', { proof })
  const { options = {} } = messageOf<Begun>(begun)
  const made = openAuthenticator().make(options, random.pick([server.url, 'https://evil.test']))
  const { response } = made
  const attestationObject = random.pick([response.attestationObject, 'o2NmbXQ', 'x'.repeat(9000)])
  const odd = { ...made, response: { ...response, attestationObject } }
  const credential = random.chance(0.5) ? odd : made
  const kept = { label: random.chance(0.5) ? 'phone' : oddWord(random), credential }
  await Promise.all([1, 2].map(() => person.change('/security/passkey/finish', kept)))
  await person.change('/security/passkey/remove', { id: oddId(random), proof })
}

/** What is no picture, for what it is not, and pictures of others. */
async function sendNone({ pictures }: World, person: Person, random: Random): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const { bytes } = pictures[random.below(pictures.length)] ?? {}
    const sent = random.chance(0.3) ? Buffer.alloc(random.below(3)) : bytes
    await upload(person, sent ?? Buffer.alloc(0), { purpose: random.pick(PURPOSES) })
  }
  const authorization = `Bearer ${person.member.token}`
  const forms = ['multipart/form-data', 'multipart/form-data; boundary=x', 'image/jpeg']
  for (const type of forms) {
    const headers = { authorization, 'content-type': type }
    const body = random.pick(['', '--x--', '--x\r\n\r\n\r\n--x--', 'x'.repeat(70_000)])
    await person.send('/api/upload', { method: 'POST', headers, body })
  }
  const id = encodeURIComponent(String(oddWord(random)).slice(0, 900).toWellFormed())
  await person.send(`/api/upload/${id}`, { headers: { authorization } })
}

export const accessActs: readonly Act[] = [
  { name: 'proofs begun and left', run: beginAndLeave },
  { name: 'passkeys of nowhere', run: addPasskeys },
  { name: 'uploads that are none', run: sendNone },
]
