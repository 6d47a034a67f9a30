/** What the log calls it that an operator looked at what is known of a member. */
export const LOOK = 'member.look'
