import { spawn } from 'node:child_process'
import path from 'node:path'

/**
 * Runs a file of this folder in a process of its own, which may die where its task says. Answers whether
 * it was killed; any other end than a good one is an error.
 */
export async function isKilledAt(file: string, task: object): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, file), JSON.stringify(task)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(said))
    })
  })
}
