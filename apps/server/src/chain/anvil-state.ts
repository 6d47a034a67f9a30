import { closeSync, copyFileSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import * as z from 'zod/mini'

/**
 * What the embedded chain remembers between two starts. Anvil writes one file, every few seconds and
 * at its end, and writes it in place: a kill in the middle leaves half a file, so a whole copy is
 * kept beside it.
 */

const BLOCKS_KEPT = 1000

const State = z.looseObject({
  best_block_number: z.union([z.string(), z.number()]),
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string() }) })),
  transactions: z.array(z.looseObject({ block_number: z.number() })),
})

export function stateFile(directory: string): string {
  return path.join(directory, 'state.json')
}

function copyOf(directory: string): string {
  return path.join(directory, 'state.whole.json')
}

/** Makes the file ready to be loaded: the newest whole one, with the last blocks only. */
export function prepareState(directory: string): void {
  const file = stateFile(directory)
  const text = isWhole(file) ? file : copyOf(directory)
  if (!existsSync(text)) return
  const state = State.parse(JSON.parse(readFileSync(text, 'utf8')))
  const oldest = Number(state.best_block_number) - BLOCKS_KEPT
  const trimmed = {
    ...state,
    blocks: state.blocks.filter(({ header }) => Number(header.number) > oldest),
    transactions: state.transactions.filter((each) => each.block_number > oldest),
  }
  writeFileSync(`${file}.new`, JSON.stringify(trimmed))
  renameSync(`${file}.new`, file)
  keepCopy(directory)
}

/** Keeps a copy of the file when nobody wrote it meanwhile. */
export function keepCopy(directory: string): void {
  const file = stateFile(directory)
  if (!isWhole(file)) return
  const before = statSync(file).mtimeMs
  const copy = copyOf(directory)
  copyFileSync(file, `${copy}.new`)
  if (statSync(file).mtimeMs === before && isWhole(`${copy}.new`)) renameSync(`${copy}.new`, copy)
}

/** A file that was cut short does not end as one that was written to its end. */
function isWhole(file: string): boolean {
  if (!existsSync(file)) return false
  const { size } = statSync(file)
  if (size === 0) return false
  const handle = openSync(file, 'r')
  try {
    const last = Buffer.alloc(Math.min(size, 8))
    readSync(handle, last, 0, last.length, size - last.length)
    return last.toString('utf8').trimEnd().endsWith('}')
  } finally {
    closeSync(handle)
  }
}
