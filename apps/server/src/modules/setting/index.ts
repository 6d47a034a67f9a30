/** The door of setting: what other rooms use of it. */

export { readFigures } from './setting.change.ts'
export { lockSetting } from './setting.ts'
