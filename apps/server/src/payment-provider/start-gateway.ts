import path from 'node:path'

import type { Config } from '#config.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { readProviderKey } from './sandbox/provider-key.ts'
import { type SandboxProvider, startSandboxProvider } from './sandbox/sandbox-provider.ts'

/**
 * The payment provider of this install: the one that was configured, or our own on an inner port.
 * Ours can be reached from this machine alone, so behind a public address there is none without
 * GATEWAY_URL. `name` says which provider it is: a key that was renewed at one address makes it no other.
 */
export async function startGateway(config: Config): Promise<{
  gateway: Gateway | undefined
  provider: SandboxProvider | undefined
  name: string | undefined
}> {
  const { gateway: configured, publicUrl, dataDirectory, gatewayPort } = config
  if (configured !== undefined) {
    const { url, key } = configured
    return { gateway: openGateway({ url, innerUrl: url, key }), provider: undefined, name: url }
  }
  if (publicUrl !== undefined) return { gateway: undefined, provider: undefined, name: undefined }
  const directory = path.join(dataDirectory, 'sandbox-provider')
  const key = readProviderKey(directory)
  const provider = await startSandboxProvider({ key, port: gatewayPort, directory })
  const gateway = openGateway({ url: provider.url, innerUrl: provider.url, key })
  return { gateway, provider, name: key }
}
