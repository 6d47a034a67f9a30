import { spawn } from 'node:child_process'

/** Format, lint, types, dead code, tidy: exactly what CI asks of every commit. */

const steps: readonly (readonly [name: string, command: string, ...rest: string[]])[] = [
  ['format', 'oxfmt', '--check', '.'],
  ['types', 'tsc', '--noEmit', '-p', '.'],
  ['types of the console', 'tsc', '--noEmit', '-p', 'apps/console'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['dead code', 'knip', '--no-progress'],
  ['tidy', 'vitest', 'run', '--config', 'scripts/tidy.config.ts'],
]

async function run([name, command, ...rest]: (typeof steps)[number]): Promise<boolean> {
  const started = performance.now()
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (status) => resolve(status ?? 1))
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output)
  return code === 0
}

const results = []
for (const step of steps) results.push(await run(step))
process.exit(results.every(Boolean) ? 0 : 1)
