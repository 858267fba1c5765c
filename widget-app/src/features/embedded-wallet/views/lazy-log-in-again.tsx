import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'

/** `LogInAgain`, loaded for a user without an email address, long after the login. */
export const LazyLogInAgain = lazyComponent(
  async () => (await import('./log-in-again.tsx')).LogInAgain,
  () => <LoadingRows count={3} />,
)
