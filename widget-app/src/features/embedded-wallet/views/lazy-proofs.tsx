import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'

const Waiting = () => <LoadingRows count={3} />

/** `LogInAgain`, loaded for a user without an email address, long after the login. */
export const LazyLogInAgain = lazyComponent(
  async () => (await import('./log-in-again.tsx')).LogInAgain,
  Waiting,
)

/** `KeysProof`, loaded once the server requires it. */
export const LazyKeysProof = lazyComponent(async () => (await import('./keys-proof.tsx')).KeysProof, Waiting)
