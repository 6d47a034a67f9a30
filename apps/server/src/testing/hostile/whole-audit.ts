import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import type { TestServer } from '#testing/server.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../../../scripts/audit.ts')

type Report = { clean: boolean; findings: unknown[]; actions: number }

/** As whoever runs the house audits it: every audit there is, in a process of its own, while it goes on. */
export async function auditAll({ databaseUrl, dataDirectory }: TestServer): Promise<Report> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, BTBC_DATA_DIR: dataDirectory }
  const audited = promisify(execFile)(process.execPath, [SCRIPT, '--json'], { env })
  const { stdout } = await audited.catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && error.stdout !== '') {
      return { stdout: String(error.stdout) }
    }
    throw error
  })
  return JSON.parse(stdout) as Report
}
