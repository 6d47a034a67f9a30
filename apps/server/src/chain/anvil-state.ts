import { createReadStream, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { copyFile, open, rename } from 'node:fs/promises'
import path from 'node:path'

import { writeWhole } from '@btbc/database/durable-file.ts'
import * as z from 'zod/mini'

/**
 * What the embedded chain remembers between two starts. Anvil writes one file, every few seconds and
 * at its end, and writes it in place: a kill in the middle leaves half a file, so a whole copy is
 * kept beside it.
 */

const BLOCKS_KEPT = 1000
const [QUOTE, BACKSLASH, OPENING, CLOSING] = Buffer.from('"\\{}')

const State = z.looseObject({
  best_block_number: z.union([z.string(), z.number()]),
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string() }) })),
  transactions: z.array(z.looseObject({ block_number: z.number() })),
})

export function stateFile(directory: string): string {
  return path.join(directory, 'state.json')
}

export function copyOf(directory: string): string {
  return path.join(directory, 'state.whole.json')
}

/** Makes the file ready to be loaded: the newest whole one, with the last blocks only. */
export function prepareState(directory: string): void {
  const [file, copy] = [stateFile(directory), copyOf(directory)]
  if (!existsSync(file) && !existsSync(copy)) return
  const state = readState(file) ?? takeCopy(file, copy)
  const oldest = Number(state.best_block_number) - BLOCKS_KEPT
  const trimmed = JSON.stringify({
    ...state,
    blocks: state.blocks.filter(({ header }) => Number(header.number) > oldest),
    transactions: state.transactions.filter((each) => each.block_number > oldest),
  })
  writeWhole(file, trimmed)
  writeWhole(copy, trimmed)
}

function takeCopy(file: string, copy: string): z.output<typeof State> {
  const state = readState(copy)
  if (state === undefined) {
    throw new Error(
      `${file} is no whole state of the test chain, and no whole copy of it is beside it. Nothing was touched: put one of the two back from a back-up, or begin anew with npm run reset.`,
    )
  }
  if (existsSync(file)) renameSync(file, `${file}.cut`)
  const { mtime } = statSync(copy)
  process.emitWarning(
    `${file} was cut short or is gone: the test chain goes on from its copy of ${mtime.toISOString()}.`,
  )
  return state
}

/** What the file says, or undefined when it is not there or not whole. */
function readState(file: string): z.output<typeof State> | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  try {
    return State.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Keeps a copy of the file when it is whole and nobody wrote it meanwhile. */
export async function keepCopy(directory: string): Promise<void> {
  const file = stateFile(directory)
  if (!existsSync(file)) return
  const before = statSync(file).mtimeMs
  const copy = copyOf(directory)
  await copyFile(file, `${copy}.kept`)
  const isWhole = statSync(file).mtimeMs === before && (await isClosed(`${copy}.kept`))
  if (!isWhole) return
  const handle = await open(`${copy}.kept`)
  await handle.sync().finally(() => handle.close())
  await rename(`${copy}.kept`, copy)
}

/** Whether every bracket is closed, which it is not in a file that was cut; without reading it at once. */
async function isClosed(file: string): Promise<boolean> {
  let [depth, isBegun, isText, isEscaped] = [0, false, false, false]
  for await (const chunk of createReadStream(file)) {
    for (const byte of chunk as Buffer) {
      if (isEscaped) isEscaped = false
      else if (byte === QUOTE) isText = !isText
      else if (isText) isEscaped = byte === BACKSLASH
      else if (byte === OPENING) [depth, isBegun] = [depth + 1, true]
      else if (byte === CLOSING) depth -= 1
    }
  }
  return isBegun && depth === 0
}
