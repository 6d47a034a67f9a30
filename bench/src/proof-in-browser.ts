/**
 * How long a phone that is four times slower than this machine takes to check a member's proof in a house
 * of a million members: signature, sums and the way of both leaves to the root. In milliseconds.
 */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { openBrowser, PHONE } from '@btbc/e2e/browser.ts'
import { buildDeepProof } from '../../apps/server/src/testing/deep-proof.ts'
import { type BenchResult, median } from '#result.ts'

const VERIFIER = path.resolve(import.meta.dirname, '../../apps/wallet/public/verify.mjs')
const SLOWER = 4
const TIMES = 21

type Checked = { findings: unknown[]; ms: number[] }

export async function run(): Promise<BenchResult> {
  const saved = JSON.stringify(buildDeepProof())
  const server = createServer(({ url }, response) => {
    const isFile = url === '/verify.mjs'
    response.setHeader('content-type', isFile ? 'text/javascript' : 'text/html')
    response.end(isFile ? readFileSync(VERIFIER) : '<!doctype html><title>Proof</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: PHONE })
    await page.goto(`http://127.0.0.1:${port}/`)
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const { findings, ms } = await page.evaluate(checkOften, { saved, times: TIMES })
    if (findings.length > 0) throw new Error(`It does not hold: ${JSON.stringify(findings)}`)
    const [first = Number.NaN, ...others] = ms
    const bytes = Buffer.byteLength(JSON.stringify(buildDeepProof().proof))
    const medians = {
      'a first check': first,
      'a check': median(others),
      'the slowest check': Math.max(...ms),
      'bytes of a proof': bytes,
    }
    return { bench: 'proof-in-browser', ratios: {}, medians, unit: '' }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Runs in the page. */
async function checkOften({ saved, times }: { saved: string; times: number }): Promise<Checked> {
  const address = '/verify.mjs'
  const { checkSaved } = (await import(address)) as {
    checkSaved: (saved: unknown) => Promise<{ findings: unknown[] }>
  }
  const findings: unknown[] = []
  const ms: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now()
    const checked = await checkSaved(JSON.parse(saved))
    ms.push(performance.now() - startedAt)
    findings.push(...checked.findings)
  }
  return { findings, ms }
}
