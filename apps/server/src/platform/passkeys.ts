import type { PasskeyAnswer } from '@btbc/contract/passkey.ts'

/**
 * Passkeys: a key pair that a device keeps, bound to the name of this site. What is asked of a browser
 * and how its answer is judged, for members and operators alike; a device always makes sure who holds it.
 */

const CHALLENGE_BYTES = 32

/** Loaded for the first passkey: it is a tenth of what a start would load. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257]

/** A passkey as it is kept. */
export type KeptPasskey = {
  credential_id: string
  public_key: Buffer
  sign_count: bigint
  transports: string[]
}

type Site = { origin: string; random: (bytes: number) => Buffer }
type Asked = { challenge: string; options: Record<string, unknown> }
type Answered = { credential: PasskeyAnswer; challenge: string; origin: string }

/** What the browser needs to make a passkey that is none of the `known` ones. */
export async function askToMake(
  request: Site & {
    holder: { handle: string; name: string }
    known: readonly KeptPasskey[]
    /** Whether the device has to find it without being told which: then it logs in without a name. */
    findable: 'preferred' | 'required'
  },
): Promise<Asked> {
  const { origin, random, holder, known, findable } = request
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'BTBC TEST',
    rpID: siteName(origin),
    userName: holder.name,
    userID: new Uint8Array(Buffer.from(holder.handle)),
    challenge: new Uint8Array(random(CHALLENGE_BYTES)),
    excludeCredentials: namesOf(known),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: findable, userVerification: 'required' },
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** The passkey that was made, or undefined when it is no answer to what was asked here. */
export async function judgeMade(answered: Answered): Promise<KeptPasskey | undefined> {
  const { credential, challenge, origin } = answered
  const { attestationObject, clientDataJSON, transports = [] } = credential.response
  if (attestationObject === undefined) return undefined
  const { verifyRegistrationResponse } = await library()
  const made = await verifyRegistrationResponse({
    response: { ...identityOf(credential), response: { clientDataJSON, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: siteName(origin),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (made?.verified !== true) return undefined
  const { id, publicKey, counter } = made.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    sign_count: BigInt(counter),
    transports,
  }
}

/** What the browser needs to use one of the `known` passkeys; without any, whichever the device has. */
export async function askToUse(request: Site & { known?: readonly KeptPasskey[] }): Promise<Asked> {
  const { origin, random, known } = request
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: siteName(origin),
    challenge: new Uint8Array(random(CHALLENGE_BYTES)),
    ...(known && { allowCredentials: namesOf(known) }),
    userVerification: 'required',
  })
  return { challenge: options.challenge, options: { ...options } }
}

/**
 * How often the passkey says that it has signed, or undefined when this is not its signature over what
 * was asked here. A counter that went backwards is a copied key.
 */
export async function judgeUsed(
  answered: Answered & { key: KeptPasskey },
): Promise<bigint | undefined> {
  const { credential, challenge, origin, key } = answered
  const { authenticatorData, signature, clientDataJSON, userHandle } = credential.response
  if (authenticatorData === undefined || signature === undefined) return undefined
  const handle = userHandle === undefined ? {} : { userHandle }
  const { verifyAuthenticationResponse } = await library()
  const proved = await verifyAuthenticationResponse({
    response: {
      ...identityOf(credential),
      response: { authenticatorData, signature, clientDataJSON, ...handle },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: siteName(origin),
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.sign_count),
    },
  }).catch(() => undefined)
  return proved?.verified === true ? BigInt(proved.authenticationInfo.newCounter) : undefined
}

/** The name that passkeys of an app at this address belong to. */
function siteName(origin: string): string {
  return new URL(origin).hostname
}

function identityOf({ id, rawId }: PasskeyAnswer) {
  return { id, rawId, type: 'public-key' as const, clientExtensionResults: {} }
}

function namesOf(keys: readonly KeptPasskey[]) {
  return keys.map(({ credential_id: id, transports }) => ({ id, transports }))
}
