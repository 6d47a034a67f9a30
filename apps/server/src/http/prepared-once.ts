/** What was prepared for a call, or the answer that it was given before. */
export type Ready<Prepared> = { prepared: Prepared } | { message: unknown }

/** What has its answer is not prepared again, nor is it refused where it cannot be prepared any more. */
export async function preparedOnce<Prepared>(
  findAnswered: () => Promise<{ message: unknown } | undefined> | undefined,
  prepare: () => Promise<Prepared>,
): Promise<Ready<Prepared>> {
  const before = await findAnswered()
  if (before) return before
  try {
    return { prepared: await prepare() }
  } catch (error) {
    // What the same call has done that came a moment before may be why.
    const meanwhile = await findAnswered()
    if (meanwhile) return meanwhile
    throw error
  }
}
