/** The part of `window` that has Web Locks. */
export type LockWindow = { readonly navigator: { readonly locks?: Pick<LockManager, 'request'> } }

/**
 * Runs work unless another page of this origin runs work of the same name now (Web Locks); then nothing runs. If the browser
 * has no locks, or forbids them to this frame, it runs. @throws what the work throws.
 */
export async function withExclusiveLock(
  { navigator }: LockWindow,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  let hasRun = false
  const runOnce = async (lock: unknown) => {
    hasRun = true
    if (lock !== null) await work()
  }
  try {
    if (navigator.locks) await navigator.locks.request(name, { ifAvailable: true }, runOnce)
  } catch (cause) {
    if (hasRun) throw cause
  }
  if (!hasRun) await runOnce(undefined)
}
