import type { Language } from '@btbc/contract/wire.ts'
import type { Messages } from '@lingui/core'

import { paths } from '#paths.ts'

/** What later screens say: found here, as the first file has no room for the names of so many more. */

export type LaterPart = 'more' | 'deals' | 'earn' | 'proof' | 'lab' | 'talk' | 'campaigns'

type Load = () => Promise<{ messages: Messages }>

const parts: Record<Language, Record<LaterPart, Load>> = {
  en: {
    more: () => import('virtual:catalogue/en-more'),
    deals: () => import('virtual:catalogue/en-deals'),
    earn: () => import('virtual:catalogue/en-earn'),
    proof: () => import('virtual:catalogue/en-proof'),
    lab: () => import('virtual:catalogue/en-lab'),
    campaigns: () => import('virtual:catalogue/en-campaigns'),
    talk: () => import('virtual:catalogue/en-talk'),
  },
  zh: {
    more: () => import('virtual:catalogue/zh-more'),
    deals: () => import('virtual:catalogue/zh-deals'),
    earn: () => import('virtual:catalogue/zh-earn'),
    proof: () => import('virtual:catalogue/zh-proof'),
    lab: () => import('virtual:catalogue/zh-lab'),
    campaigns: () => import('virtual:catalogue/zh-campaigns'),
    talk: () => import('virtual:catalogue/zh-talk'),
  },
  hk: {
    more: () => import('virtual:catalogue/hk-more'),
    deals: () => import('virtual:catalogue/hk-deals'),
    earn: () => import('virtual:catalogue/hk-earn'),
    proof: () => import('virtual:catalogue/hk-proof'),
    lab: () => import('virtual:catalogue/hk-lab'),
    campaigns: () => import('virtual:catalogue/hk-campaigns'),
    talk: () => import('virtual:catalogue/hk-talk'),
  },
  jp: {
    more: () => import('virtual:catalogue/jp-more'),
    deals: () => import('virtual:catalogue/jp-deals'),
    earn: () => import('virtual:catalogue/jp-earn'),
    proof: () => import('virtual:catalogue/jp-proof'),
    lab: () => import('virtual:catalogue/jp-lab'),
    campaigns: () => import('virtual:catalogue/jp-campaigns'),
    talk: () => import('virtual:catalogue/jp-talk'),
  },
  kr: {
    more: () => import('virtual:catalogue/kr-more'),
    deals: () => import('virtual:catalogue/kr-deals'),
    earn: () => import('virtual:catalogue/kr-earn'),
    proof: () => import('virtual:catalogue/kr-proof'),
    lab: () => import('virtual:catalogue/kr-lab'),
    campaigns: () => import('virtual:catalogue/kr-campaigns'),
    talk: () => import('virtual:catalogue/kr-talk'),
  },
  spa: {
    more: () => import('virtual:catalogue/spa-more'),
    deals: () => import('virtual:catalogue/spa-deals'),
    earn: () => import('virtual:catalogue/spa-earn'),
    proof: () => import('virtual:catalogue/spa-proof'),
    lab: () => import('virtual:catalogue/spa-lab'),
    campaigns: () => import('virtual:catalogue/spa-campaigns'),
    talk: () => import('virtual:catalogue/spa-talk'),
  },
  bx: {
    more: () => import('virtual:catalogue/bx-more'),
    deals: () => import('virtual:catalogue/bx-deals'),
    earn: () => import('virtual:catalogue/bx-earn'),
    proof: () => import('virtual:catalogue/bx-proof'),
    lab: () => import('virtual:catalogue/bx-lab'),
    campaigns: () => import('virtual:catalogue/bx-campaigns'),
    talk: () => import('virtual:catalogue/bx-talk'),
  },
  ban: {
    more: () => import('virtual:catalogue/ban-more'),
    deals: () => import('virtual:catalogue/ban-deals'),
    earn: () => import('virtual:catalogue/ban-earn'),
    proof: () => import('virtual:catalogue/ban-proof'),
    lab: () => import('virtual:catalogue/ban-lab'),
    campaigns: () => import('virtual:catalogue/ban-campaigns'),
    talk: () => import('virtual:catalogue/ban-talk'),
  },
}

/** Held against their code by first-screens.test.ts. */
const ofDeals: ReadonlySet<string> = new Set(
  [paths.buy(), paths.deal(1), paths.deals(), paths.seller(), paths.offer(), paths.payees()].map(
    (path) => path.split('?')[0] ?? path,
  ),
)

const ofEarn: ReadonlySet<string> = new Set([
  paths.assets(),
  paths.lockPlan(),
  paths.funds(),
  paths.calendar(),
  paths.machines(),
])

const ofTalk: ReadonlySet<string> = new Set(
  [paths.feedback(), paths.notices(), paths.support()].map((path) => path.slice(1)),
)

const ofCampaigns: ReadonlySet<string> = new Set([paths.campaign(), paths.activities()])

/** Which parts the screen at this address says, beside the first. */
export function partsOf(pathname: string): LaterPart[] {
  if (ofTalk.has(pathname.split('/')[1] ?? '')) return ['more', 'talk']
  if (ofEarn.has(pathname)) return ['more', 'earn']
  if (ofCampaigns.has(pathname)) return ['more', 'campaigns']
  if (pathname === paths.proof()) return ['more', 'proof']
  if (pathname === paths.lab()) return ['more', 'lab']
  return ofDeals.has(pathname) ? ['more', 'deals'] : ['more']
}

export async function loadParts(
  language: Language,
  wanted: Iterable<LaterPart>,
): Promise<Messages> {
  const loaded = await Promise.all([...wanted].map((part) => parts[language][part]()))
  return Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages
}
