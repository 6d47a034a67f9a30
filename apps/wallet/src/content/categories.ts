/** Categories of articles, as the calls name them. */
export const NOTICES = 4
export const NEWS = 5
