/**
 * Audits the books of a database and the log of its operators: `npm run audit [-- <url>] [-- --json]`.
 * Without an address it takes DATABASE_URL, or else the embedded database: the running one, or the
 * stopped one, which it starts for as long as the audit takes. Exit code 1 when anything is wrong, and 2
 * when the audit could not be done, which says nothing of the books.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { audits } from '../apps/server/src/audits.ts'
import { checkAuditLog } from '../apps/server/src/modules/operator/audit-log.ts'
import { checkHeads } from '../apps/server/src/modules/operator/log-heads.ts'
import { sentenceOf } from '../apps/server/src/start-failure.ts'
import { openDatabase } from '../packages/database/src/database.ts'
import { findRunningPostgres, startPostgres } from '../packages/database/src/postgres.ts'
import { type Finding, audit } from '../packages/ledger/src/audit.ts'
import { type Totals, totals } from '../packages/ledger/src/balances.ts'
import { type ChainHead, chainHead } from '../packages/ledger/src/chain.ts'
import { formatAmount } from '../packages/money/src/amount.ts'
import { findCurrency } from '../packages/money/src/currency.ts'

type Report = {
  findings: Finding[]
  /** What was counted anew beside the books. */
  recounted: string[]
  totals: Totals[]
  head: ChainHead | undefined
  actions: number
  /** How often the end of that log was signed; only known beside the data directory. */
  signed: number
}

const data = process.env['BTBC_DATA_DIR'] || '.data'
try {
  process.exitCode = await run()
} catch (error) {
  console.error(`The audit could not be done: ${sentenceOf(error)}`)
  process.exitCode = 2
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const { url, close } = await findBooks(positionals[0] ?? process.env['DATABASE_URL'])
  try {
    const report = await auditBooks(url, positionals[0] === undefined ? data : undefined)
    console.log(values.json ? toJson(report) : toText(report))
    return report.findings.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

async function findBooks(
  address: string | undefined,
): Promise<{ url: string; close: () => Promise<void> }> {
  const leaveOpen = async (): Promise<void> => undefined
  if (address) return { url: address, close: leaveOpen }
  const directory = path.join(data, 'postgres')
  const running = findRunningPostgres(directory)
  if (running) return { url: running.url, close: leaveOpen }
  if (!existsSync(directory)) {
    throw new Error(
      `There are no books in ${directory}: start the product once, or name a database`,
    )
  }
  const server = await startPostgres({ directory })
  return { url: server.url, close: server.stop }
}

/** Without a folder the signed heads of the log are not asked for: they may be another install's. */
async function auditBooks(address: string, folder: string | undefined): Promise<Report> {
  const db = openDatabase(address, { connectionsMax: 1 })
  try {
    // It reads everything, however long that takes: its one connection is nobody else's.
    await sql`set statement_timeout = 0`.execute(db)
    const log = await checkAuditLog(db)
    const heads = folder ? await checkHeads(db, folder) : { heads: 0, findings: [] }
    const actions = [...log.findings, ...heads.findings].map((detail) => ({
      rule: 'log of operators',
      detail,
    }))
    const findings = await audit(db)
    // One after the other: of a large house each takes longer than anybody waits for the connection.
    for (const { find } of audits) findings.push(...(await find(db)))
    return {
      findings: [...findings, ...actions],
      recounted: audits.map(({ of }) => of),
      totals: await totals(db),
      head: await chainHead(db),
      actions: log.rows,
      signed: heads.heads,
    }
  } finally {
    await db.destroy()
  }
}

function toJson(report: Report): string {
  return JSON.stringify({ clean: report.findings.length === 0, ...report }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

function toText({ findings, recounted, totals: all, head, actions, signed }: Report): string {
  const lines = all.filter(isUsed).flatMap(describeTotals)
  lines.push(
    head ? `Sealed: ${head.position} entries, head ${head.hash}` : 'Sealed: no entries yet',
    `Counted anew beside the books: ${recounted.join(', ')}`,
    `Log of operators: ${actions} actions in one chain, signed ${signed} times`,
  )
  if (findings.length === 0) return [...lines, 'The books are in order.'].join('\n')
  const found = findings.map(({ rule, detail }) => `  ${rule}: ${detail}`)
  return [...lines, `The books are NOT in order, ${findings.length} findings:`, ...found].join('\n')
}

function describeTotals(each: Totals): string[] {
  const currency = findCurrency(each.currency)
  const show = (amount: bigint): string => formatAmount(amount, currency?.scale ?? 0)
  const named = (prefix: string, group: Record<string, bigint>): [string, bigint][] =>
    Object.entries(group).map(([name, amount]) => [`${prefix} ${name}`, amount])
  const figures: [string, bigint][] = [
    ['owed to members, available', each.owed.available],
    ['owed to members, held', each.owed.held],
    ['owed to members, unclaimed', each.owed.unclaimed],
    ...named('pool', each.pools),
    ...named('reserve', each.reserves),
    ...named('rail', each.rails),
    ['fees', each.fees],
    ['dust', each.dust],
    ['suspense', each.suspense],
    ['gas', each.gas],
    ['issued', each.issued],
    ['custody', each.custody],
  ]
  const shown = figures.filter(([, amount]) => amount !== 0n)
  return [
    `${currency?.code}`,
    ...shown.map(([name, amount]) => `  ${name.padEnd(28)}${show(amount).padStart(24)}`),
  ]
}

function isUsed({ owed, custody, issued, rails }: Totals): boolean {
  const amounts = [...Object.values(owed), ...Object.values(rails), custody, issued]
  return amounts.some((amount) => amount !== 0n)
}
