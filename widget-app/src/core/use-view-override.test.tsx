import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createStore, StoreProvider } from '#widget/lib/state.ts'
import { useViewOverride } from './use-view-override.ts'
import { viewOverrideAtom } from './view-override.ts'

function Progress({ title }: { readonly title: string }) {
  useViewOverride(title, 'swap')
  return null
}

describe('useViewOverride', () => {
  it('component mounts, changes its title, unmounts › the override follows', () => {
    const store = createStore()
    const show = (title: string) => (
      <StoreProvider store={store}>
        <Progress title={title} />
      </StoreProvider>
    )
    const { rerender, unmount } = render(show('Swap'))
    expect(store.get(viewOverrideAtom)).toEqual({ title: 'Swap', flow: 'swap' })
    rerender(show('Done'))
    expect(store.get(viewOverrideAtom)).toEqual({ title: 'Done', flow: 'swap' })
    unmount()
    expect(store.get(viewOverrideAtom)).toBeUndefined()
  })
})
