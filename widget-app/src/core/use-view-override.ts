import { useLayoutEffect } from 'react'
import { useSetAtom } from '#widget/lib/state.ts'
import type { ViewName } from './view.ts'
import { viewOverrideAtom } from './view-override.ts'

/**
 * Replaces the view's title while the calling component is mounted; `of` are all views that show the same content now, so
 * that going back skips them. Separate from the atom, which is in the initial files.
 */
export function useViewOverride(title: string, of: ReadonlySet<ViewName>): void {
  const setOverride = useSetAtom(viewOverrideAtom)
  useLayoutEffect(() => {
    setOverride({ title, of })
    return () => setOverride(undefined)
  }, [title, of, setOverride])
}
