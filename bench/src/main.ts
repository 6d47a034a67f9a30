/**
 * Runs one benchmark: `npm run bench -- <name> [--json] [--of 100]`; each is a file of this folder. With
 * `--of 100` those that know smaller sizes take the hundredth part, to see whether they run.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, BenchResult } from '#result.ts'

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    of: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const [name = ''] = positionals
const file = path.join(import.meta.dirname, `${name}.ts`)
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  throw new Error(`There is no benchmark "${name}"`)
}
const { run }: { run: Bench } = await import(file)
const result = await run({ of: Number(values.of) })
console.log(values.json ? JSON.stringify(result) : toText(result))

function toText({ ratios, medians, unit }: BenchResult): string {
  return [
    ...Object.entries(medians).map(
      ([what, value]) => `${what.padEnd(32)}${round(value)} ${unitOf(what, unit)}`,
    ),
    ...Object.entries(ratios).map(([what, ratio]) => `${what.padEnd(32)}${round(ratio)} ×`),
  ].join('\n')
}

/** What says its own unit has no other. */
function unitOf(what: string, unit: string): string {
  return /\b(ms|MB)\b/.test(what) ? '' : unit
}

function round(value: number): string {
  return (value >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toString().padStart(10)
}
