import type { Language } from '@btbc/contract/wire.ts'
import type { Messages } from '@lingui/core'
import { loaders } from 'virtual:later-catalogues'

import type { Part } from '../../catalogues.ts'
import { paths } from '#paths.ts'

/** What later screens say: found here, as the first file has no room for the names of so many more. */

export type LaterPart = Exclude<Part, 'first'>

/** Held against their code by first-screens.test.ts. */
const screensOfPart: Record<Exclude<LaterPart, 'more'>, readonly string[]> = {
  deals: [paths.buy(), paths.deal(1), paths.deals(), paths.seller(), paths.payees()],
  earn: [paths.assets(), paths.lockPlan(), paths.funds(), paths.calendar(), paths.machines()],
  proof: [paths.proof()],
  lab: [paths.lab()],
  campaigns: [paths.campaign(), paths.activities()],
  talk: [paths.feedback(), paths.notices(), paths.support()],
}

const partByScreen = new Map(
  Object.entries(screensOfPart).flatMap(([part, screens]) =>
    screens.map((screen): [string | undefined, LaterPart] => [screenOf(screen), part as LaterPart]),
  ),
)

/** 'seller' of `/seller/offer?id=1`. */
function screenOf(path: string): string | undefined {
  return path.split(/[/?]/)[1]
}

/** Which parts the screen at this address says, beside the first. */
export function partsOf(pathname: string): LaterPart[] {
  const own = partByScreen.get(screenOf(pathname))
  return own === undefined ? ['more'] : ['more', own]
}

export async function loadParts(
  language: Language,
  wanted: Iterable<LaterPart>,
): Promise<Messages> {
  const loaded = await Promise.all([...wanted].map((part) => loaders[language][part]()))
  return Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages
}
