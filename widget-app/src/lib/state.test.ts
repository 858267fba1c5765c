import { describe, expect, it, vi } from 'vitest'
import { createStore, resetOnUnmountAtom } from './state.ts'

describe('resetOnUnmountAtom', () => {
  it('two views › resets once, when the last one unmounts', () => {
    const store = createStore()
    const reset = vi.fn()
    const mountedAtom = resetOnUnmountAtom(reset)
    const unmounts = [store.sub(mountedAtom, () => {}), store.sub(mountedAtom, () => {})]
    unmounts[0]?.()
    expect(reset).not.toHaveBeenCalled()
    unmounts[1]?.()
    expect(reset).toHaveBeenCalledOnce()
  })
})
