import { lazy, Suspense } from 'react'
import { leftBehindAtom } from '#widget/kernel/left-behind.ts'
import { useAtomValue } from '#widget/lib/state.ts'

const notice = async () => (await import('./left-behind-notice.tsx')).LeftBehindNotice

// Hardly anybody needs it. Should its file not be had, Activity tells the same.
const LeftBehindNotice = lazy(async () => ({
  default: await notice()
    .catch(notice)
    .catch(() => () => null),
}))

/** What became of a payment whose page was gone before it was told. */
export function LeftBehind() {
  const isAny = useAtomValue(leftBehindAtom) !== undefined
  return isAny ? (
    <Suspense>
      <LeftBehindNotice />
    </Suspense>
  ) : null
}
