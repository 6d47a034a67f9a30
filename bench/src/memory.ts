/** What the process of a server holds: only it, as those that draw pictures or grow trees are their own. */

import { readFileSync, writeFileSync } from 'node:fs'
import type { Product } from '@btbc/e2e/product.ts'
import type { Pair, Work } from '#pairs.ts'

const KB_IN_MB = 1_024
/** Written there, the highest so far is forgotten. */
const FORGET_PEAK = '5'

export function residentMb(product: Product): number {
  return read(product, 'VmRSS')
}

/** The most since it was forgotten last. */
export function peakMb(product: Product): number {
  return read(product, 'VmHWM')
}

function read({ process: { pid } }: Product, what: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / KB_IN_MB
}

type Both = { much: Product; little: Product }

/** The same pairs, and the most that each server held during each of them and since its start. */
export function watchPeaks(
  servers: Both,
  pairs: readonly Pair[],
): { watched: Pair[]; peaks: () => Record<string, number> } {
  const highest = new Map<string, number>()
  const note = (what: string, product: Product) =>
    highest.set(what, Math.max(highest.get(what) ?? 0, peakMb(product)))
  const watch = (name: string, side: keyof Both, work: Work) => async () => {
    const product = servers[side]
    note(`peak MB of the server, ${side}`, product)
    writeFileSync(`/proc/${product.process.pid}/clear_refs`, FORGET_PEAK)
    const done = await work()
    note(`peak MB during ${name}, ${side}`, product)
    note(`peak MB of the server, ${side}`, product)
    return done
  }
  const watched = pairs.map(({ name, much, little }) => ({
    name,
    much: watch(name, 'much', much),
    little: watch(name, 'little', little),
  }))
  return { watched, peaks: () => Object.fromEntries(highest) }
}
