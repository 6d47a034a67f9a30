/** The most launches that are bought at once. */
export const LAUNCHES_MAX = 999
