import { useLayoutEffect } from 'react'
import { useSetAtom } from '#widget/lib/state.ts'
import type { Flow } from './view.ts'
import { viewOverrideAtom } from './view-override.ts'

/**
 * Replaces the view's title while the calling component is mounted. Each view of `flow` shows the same content now, so that
 * going back skips them. Separate from the atom, which is in the initial files.
 */
export function useViewOverride(title: string, flow: Flow): void {
  const setOverride = useSetAtom(viewOverrideAtom)
  useLayoutEffect(() => {
    setOverride({ title, flow })
    return () => setOverride(undefined)
  }, [title, flow, setOverride])
}
