// Empties the data directory: the next start is a first start.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const directory = path.resolve(process.env.BTBC_DATA_DIR ?? '.data')
const lock = path.join(directory, 'postgres', 'postmaster.pid')
const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
if (pid > 0 && isRunning(pid)) {
  console.error('The server is running. Stop it first; nothing was removed.')
  process.exit(1)
}
rmSync(directory, { recursive: true, force: true })
console.log(`Removed ${directory}. The next start begins with fresh sample data.`)

function isRunning(process_) {
  try {
    process.kill(process_, 0)
    return true
  } catch {
    return false
  }
}
