/** The door of setting: what other rooms use of it. */

export { applyChange, readFigures } from './setting.change.ts'
export { applyWithdrawal } from './setting.withdraw.ts'
export { lockSetting } from './setting.ts'
