import { spawn } from 'node:child_process'

/** The product with hot reload: the server restarts on a change, the web apps are served by Vite. */

const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, BTBC_TIME_MACHINE: process.env['BTBC_TIME_MACHINE'] || '1' },
  }),
  spawn('vite', ['--clearScreen', 'false'], { stdio: 'inherit', cwd: 'apps/wallet' }),
  spawn('vite', ['--clearScreen', 'false'], { stdio: 'inherit', cwd: 'apps/console' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
