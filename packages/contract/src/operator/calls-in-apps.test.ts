import { expect, test } from 'vitest'

import { proposeCampaign } from '#operator/campaign.ts'
import { findMembers } from '#operator/member.ts'
import { callsWithoutSchemas } from '#without-schemas.ts'

test('a call in the console says who may make it and whether it only looks, and has no schema', async () => {
  const plugin = callsWithoutSchemas()
  const inApp = async (file: string, name: string) => {
    const code = await plugin.load(`${import.meta.dirname}/${file}.ts?call=${name}`)
    if (typeof code !== 'string') throw new Error('no call of this name')
    return JSON.parse(code.replace(`export const ${name} = `, '')) as unknown
  }
  const { path, method, changes, roles } = proposeCampaign
  const bare = { path, method, changes, roles, request: {} }
  expect(await inApp('campaign', 'proposeCampaign')).toEqual(bare)
  expect(await inApp('member', 'findMembers')).toMatchObject({ isLook: findMembers.isLook })
})
