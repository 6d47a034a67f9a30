/** The members a fresh install comes with. House rule 9: they log in at this machine only. */

export const sampleMails = ['alice@btbc.test', 'bob@btbc.test', 'carol@btbc.test'] as const
