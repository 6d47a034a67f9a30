import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** The web app in bytes: what a phone loads first and what each route adds, in kB of gzip. */

const KB = 1024
const dist = path.resolve(import.meta.dirname, '../../apps/wallet/dist')

/** The design's targets. */
const BUDGETS = { initialJs: 125, css: 14, routeJs: 25, language: 16, exchangeJs: 190 }

/** What the exchange has loaded once somebody has traded, with the chart closed. */
const WITH_EXCHANGE =
  /(ExchangeScreen|SheetDrawer|ToastRegion|UpdatePrompt)\.tsx$|workbox-window|^virtual:catalogue\/en$/

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

export type Size = { what: string; kb: number; budgetKb: number }

export function measureSizes(): Size[] {
  const file = path.join(dist, '.vite/manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const keys = Object.keys(manifest)
  const entry = closureOf(manifest, keys.find((key) => manifest[key]?.isEntry) ?? '')
  const initial = [...entry].reduce(sumKb, 0)
  const added = (key: string) =>
    [...closureOf(manifest, key)].filter((each) => !entry.has(each)).reduce(sumKb, 0)
  const screens = keys.filter((key) => /screens\/.+Screen\.tsx$/.test(key))
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  const withExchange = keys
    .filter((key) => WITH_EXCHANGE.test(key))
    .reduce((seen, key) => closureOf(manifest, key, seen), new Set(entry))
  return [
    ...screens
      .filter((key) => /screens\/(first-page|home|login)\//.test(key))
      .map((key) => ({
        what: `initial JS of ${nameOf(key)}`,
        kb: initial + added(key),
        budgetKb: BUDGETS.initialJs,
      })),
    {
      what: 'all JS of the exchange, chart closed',
      kb: [...withExchange].reduce(sumKb, 0),
      budgetKb: BUDGETS.exchangeJs,
    },
    { what: 'CSS of the whole app', kb: [...styles].reduce(sumKb, 0), budgetKb: BUDGETS.css },
    ...screens.map((key) => ({
      what: `${nameOf(key)} adds`,
      kb: added(key),
      budgetKb: BUDGETS.routeJs,
    })),
    ...keys
      .filter((key) => key.startsWith('virtual:catalogue/'))
      .map((key) => ({
        what: `language ${nameOf(key)}`,
        kb: gzipKb(manifest[key]?.file ?? ''),
        budgetKb: BUDGETS.language,
      })),
  ]
}

function nameOf(key: string): string {
  return path.basename(key).replace(/\.\w+$/, '')
}

/** The files a chunk cannot do without: itself and what it imports, all the way. */
function closureOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const each of chunk.imports ?? []) closureOf(manifest, each, seen)
  return seen
}

function gzipKb(file: string): number {
  const full = path.join(dist, file)
  return existsSync(full) ? gzipSync(readFileSync(full), { level: 9 }).length / KB : 0
}

function sumKb(total: number, file: string): number {
  return total + gzipKb(file)
}
