import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { lineOf, type Tree } from './tree.ts'

/** Runs one check in a copy of the tree and says how it ended. */

type Result = { title: string; status: string; failureMessages: string[] | null }
type Report = { testResults: { assertionResults: Result[] }[] }

/** `red`: which lines the assertions that failed stand on; without one it is merely broken. */
export type Ending =
  | { state: 'green' }
  | { state: 'red'; lines: string[] }
  | { state: 'broken'; why: string }

const VITEST = 'node_modules/vitest/vitest.mjs'
const WHY_LENGTH = 2_000

/** How each of these tests of a file ends. */
export async function look(
  tree: Tree,
  file: string,
  tests: readonly string[],
): Promise<Map<string, Ending>> {
  const report = path.join(tree.folder, 'report.json')
  rmSync(report, { force: true })
  const names = tests.map((test) => test.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const said = await runVitest(tree, [
    'run',
    file,
    '--project=house',
    '--maxWorkers=1',
    `--testNamePattern=(${names.join('|')})$`,
    '--reporter=json',
    `--outputFile=${report}`,
  ])
  const results = readReport(report) ?? []
  return new Map(
    tests.map((test) => {
      const result = results.find(({ title }) => title === test)
      return [
        test,
        result ? endingOf(tree, result) : { state: 'broken', why: said.slice(-WHY_LENGTH) },
      ]
    }),
  )
}

function endingOf(tree: Tree, { status, failureMessages }: Result): Ending {
  if (status === 'passed') return { state: 'green' }
  const failures = failureMessages ?? []
  const lines = failures.flatMap((failure) => linesOf(tree, failure))
  if (lines.length > 0) return { state: 'red', lines }
  return { state: 'broken', why: failures.join('\n').slice(0, WHY_LENGTH) }
}

function readReport(report: string): Result[] | undefined {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } catch {
    return undefined
  }
}

/** One that waits for a promise fails with a plain error, as do properties and our own `refusal`. */
function isAssertion(failure: string): boolean {
  const [first = ''] = failure.split('\n').filter((line) => line.startsWith('    at '))
  const isOurs = /^Error: (Property failed after|expected a refusal, got) /.test(failure)
  return isOurs || failure.startsWith('AssertionError') || first.includes('_Assertion.')
}

/** Of a failed assertion: each place in our files that it passed on its way, and what stands there. */
function linesOf({ folder }: Tree, failure: string): string[] {
  if (!isAssertion(failure)) return []
  // A test file is loaded under its address and a mark of the run: `…/post.test.ts?vitest=17:31:20`.
  const places = [...failure.matchAll(/(?:file:\/\/)?(\/[^\s()?]+\.ts)(?:\?[^\s():]*)?:(\d+):\d+/g)]
  return places.flatMap(([, file = '', line = '']) => {
    const own = path.relative(folder, file)
    return own.startsWith('..') ? [] : [`${own}: ${lineOf(file, Number(line)).trim()}`]
  })
}

async function runVitest({ folder }: Tree, options: readonly string[]): Promise<string> {
  // What the run around this one has set is not for the one inside it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|BTBC_|NODE_ENV|TEST$)/.test(name)),
  )
  const child = spawn(process.execPath, [VITEST, ...options], { cwd: folder, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString('utf8')))
  }
  await new Promise((resolve) => child.on('close', resolve))
  return said
}
