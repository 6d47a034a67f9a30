import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import * as z from 'zod/mini'

/** Compiles the Solidity sources beside the chain exactly as what is committed was compiled. */

const require = createRequire(import.meta.url)
const FOLDER = path.resolve(import.meta.dirname, '../chain/contracts')
export const ARTIFACTS_FILE = path.join(FOLDER, 'artifacts.json')

const Output = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        abi: z.array(z.unknown()),
        evm: z.object({ bytecode: z.object({ object: z.string() }) }),
      }),
    ),
  ),
})

type Compiler = { compile(input: string, callbacks: { import: typeof readImport }): string }

export function compileContracts(
  folder = FOLDER,
): Record<string, { abi: unknown[]; bytecode: string }> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(path.join(folder, file), 'utf8') }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // What every node of the last years understands.
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const compiler = require('solc') as Compiler
  const output = Output.parse(
    JSON.parse(compiler.compile(JSON.stringify(input), { import: readImport })),
  )
  const faults = (output.errors ?? []).filter((each) => each.severity === 'error')
  if (faults.length > 0) throw new Error(faults.map((each) => each.formattedMessage).join('\n'))
  return Object.fromEntries(
    files
      .flatMap((file) => Object.entries(output.contracts[file] ?? {}))
      .filter(([, contract]) => contract.evm.bytecode.object !== '')
      .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  )
}

function readImport(file: string): { contents: string } {
  return { contents: readFileSync(require.resolve(file), 'utf8') }
}
