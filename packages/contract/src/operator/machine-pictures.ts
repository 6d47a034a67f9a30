/** What a machine may look like. */
export const machinePictures = ['s1', 's2', 's3', 'c1'] as const
