import { createHash } from 'node:crypto'

/**
 * A seed decides by chance. Its hash, the commitment, is published before and itself after it, so that
 * anybody can work out again what it decided.
 */

const NUMBER_BYTES = 16

export function commitmentOf(seed: Buffer): string {
  return createHash('sha256').update(seed).digest('hex')
}

/** SHA-256 over the seed in hex, a colon and the name. */
export function drawnBy(seed: Buffer, name: string): string {
  return createHash('sha256')
    .update(`${seed.toString('hex')}:${name}`)
    .digest('hex')
}

/** Its first bytes as a number. */
export function numberDrawnBy(seed: Buffer, name: string): bigint {
  return BigInt(`0x${drawnBy(seed, name).slice(0, 2 * NUMBER_BYTES)}`)
}
