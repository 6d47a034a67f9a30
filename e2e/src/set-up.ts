/** Vitest's global setup of the journeys: the browser unpacked, and a house that most of them go on with. */

import { unpackBrowser } from '#browser.ts'
import {
  FOUNDED_VARIABLE,
  makeEmptyDirectory,
  removeDataDirectory,
  startProduct,
} from '#product.ts'

let founded: string | undefined

export async function setup(): Promise<void> {
  await unpackBrowser()
  founded = makeEmptyDirectory()
  // Whoever wants the house to trade begins to do so at the next start.
  const product = await startProduct(founded, { BTBC_LIQUIDITY: '0' })
  await product.end('SIGTERM')
  process.env[FOUNDED_VARIABLE] = founded
}

export function teardown(): void {
  if (founded !== undefined) removeDataDirectory(founded)
}
