/** The door of account: what other rooms use of it. */

export {
  type Member,
  createMember,
  displayName,
  findMemberByAddress,
  findMemberByLogin,
  getMember,
  languageOfMember,
  markWelcomeSeen,
  masked,
  NAMED_BY,
} from './account.ts'
export {
  allCountedAs,
  countedAs,
  possibleMobiles,
  readAddress,
  readMail,
  readMobile,
  readResetAddress,
} from './address.ts'
export { type Dialling, findCountry, isCountry } from './countries.ts'
export { languageTags } from './language-tags.ts'
export { createHouseMember } from './house-member.ts'
export { lockMember, lockMembers } from './member-lock.ts'
export {
  findMemberToReset,
  isProved,
  proveAddress,
  provedAddress,
  provedAddresses,
} from './proved-address.ts'
export { findSampleMember, sampleMails } from './sample-members.ts'
export { type Telling, tellMember, tellMembers, tellUntilRead } from './tell.ts'
export { factsIn, isTold, kindOf, linkOf } from './told.ts'
