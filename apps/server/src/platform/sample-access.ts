import { isLoopbackHost } from '#network/address.ts'

/**
 * How the sample accounts are reached. Their password is known only while the server listens on this
 * machine alone; elsewhere it is drawn per install and said once; at a public address nobody has it.
 */

const SAMPLE_PASSWORD = 'btbc-test-1'
const PASSWORD_BYTES = 12

/** How the sample members are reached; `none` when this install has none. */
export type SampleAccess = 'none' | 'known' | 'random' | 'locked'

export function accessFor(config: {
  host: string
  publicUrl: string | undefined
  trustProxy: readonly string[]
}): Exclude<SampleAccess, 'none'> {
  if (config.publicUrl !== undefined) return 'locked'
  // A proxy that is trusted to name the caller brings callers from elsewhere.
  return isLoopbackHost(config.host) && config.trustProxy.length === 0 ? 'known' : 'random'
}

export function drawPassword(access: SampleAccess, random: (bytes: number) => Buffer): string {
  return access === 'known' ? SAMPLE_PASSWORD : `t1-${random(PASSWORD_BYTES).toString('base64url')}`
}
