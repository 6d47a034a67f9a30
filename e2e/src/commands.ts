import { spawnSync } from 'node:child_process'
import path from 'node:path'

type Audited = { findings: unknown[]; recounted: string[]; status: number | null }
type Ended = { stdout: string; stderr: string; status: number | null }

/** `npm run audit -- --json` as an operator runs it, beside the running server or without one. */
export function runAudit(dataDirectory: string): Audited {
  const { stdout, stderr, status } = runScript('audit.ts', ['--json'], dataDirectory)
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`the audit printed no report: ${stdout}${stderr}`)
  const { findings, recounted } = JSON.parse(last) as Omit<Audited, 'status'>
  return { findings, recounted, status }
}

/** `npm run reset` on this data directory. */
export function runReset(dataDirectory: string, settings: Record<string, string> = {}): Ended {
  return runScript('reset.ts', [], dataDirectory, settings)
}

function runScript(
  name: string,
  values: readonly string[],
  dataDirectory: string,
  settings: Record<string, string> = {},
): Ended {
  return spawnSync(process.execPath, [`scripts/${name}`, ...values], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, BTBC_DATA_DIR: dataDirectory, ...settings },
    encoding: 'utf8',
  })
}
