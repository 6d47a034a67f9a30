import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** `npm run audit -- --json` as an operator runs it, beside the running server or without one. */
export function runAudit(dataDirectory: string): { findings: unknown[]; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/audit.ts', '--json'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, BTBC_DATA_DIR: dataDirectory },
    encoding: 'utf8',
  })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`the audit printed no report: ${stdout}${stderr}`)
  const report = JSON.parse(last) as { findings: unknown[] }
  return { findings: report.findings, status }
}
