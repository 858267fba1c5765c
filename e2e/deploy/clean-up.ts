/** Functions that undo each completed step, in the order of the steps. */
export type CleanUp = (() => unknown)[]

/** Opens a resource in steps. `close`, or a step that fails, undoes the completed ones in reverse order. */
export async function openWithCleanUp<Opened extends object>(
  open: (cleanUp: CleanUp) => Promise<Opened>,
): Promise<Opened & { readonly close: () => Promise<void> }> {
  const cleanUp: CleanUp = []
  const close = async () => {
    for (const undo of cleanUp.toReversed()) await undo()
  }
  try {
    return { ...(await open(cleanUp)), close }
  } catch (error) {
    await close()
    throw error
  }
}
