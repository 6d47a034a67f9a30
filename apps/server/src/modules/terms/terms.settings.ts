import { TERMS_VERSION_MAX } from '@btbc/contract/terms.ts'

import { countField, defineSetting } from '#platform/settings.ts'

/** Which version of the terms members have to have agreed to. */
export const termsSetting = defineSetting({
  name: 'house.terms',
  title: 'Version of the terms',
  keeps:
    'Publish the new text of the page Terms for the same moment, with what is new as its summary. From then on members are asked; until they agree nothing new begins for them, and all they have goes on.',
  fields: {
    version: countField({ label: 'Version', least: '1', most: String(TERMS_VERSION_MAX) }),
  },
  /** One after the other: none is left out, and none comes back. */
  oddField: ({ version }, before) => (version === before.version + 1 ? undefined : 'version'),
})
