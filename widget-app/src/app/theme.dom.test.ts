import { beforeEach, describe, expect, it } from 'vitest'
import { hostConfigAtom } from '#widget/core/config.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { isThemed } from '#widget/core/views.ts'
import { testWorld } from '#widget/testing/world.ts'
import { startTheme } from './theme.ts'

const connect: View = { name: 'Connect' }
const reviews: readonly View[] = [
  { name: 'ApproveTransaction' },
  { name: 'SIWXSignMessage' },
  { name: 'WalletSendReview' },
  { name: 'SwapPreview' },
  { name: 'RegisterAccountName' },
  { name: 'SmartSessionList' },
]

function themed(fontFamily: string) {
  const { store } = testWorld()
  store.set(hostConfigAtom, { ...store.get(hostConfigAtom), themeVariables: { fontFamily } })
  startTheme(store, document, isThemed)
  return (view: View) => {
    store.set(viewStackAtom, { to: 'reset', view })
    return document.body.dataset.font
  }
}

describe('startTheme', () => {
  beforeEach(() => {
    delete document.body.dataset.font
  })

  it.each(reviews)('R13 › host sets a font, view $name › the fixed font', (view) => {
    const fontIn = themed('Comic Sans')
    expect(fontIn(view)).toBe('fixed')
    expect(fontIn(connect)).toBe('theme')
    expect(fontIn(view)).toBe('fixed')
  })

  it('R13 › theme changes while a review is shown › the fixed font stays', () => {
    const { store } = testWorld()
    startTheme(store, document, isThemed)
    store.set(viewStackAtom, { to: 'reset', view: { name: 'SIWXSignMessage' } })
    store.set(hostConfigAtom, { ...store.get(hostConfigAtom), themeVariables: { fontFamily: 'Papyrus' } })
    expect(document.body.dataset.font).toBe('fixed')
  })
})
