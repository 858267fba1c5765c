import { act, cleanup, render } from '@testing-library/react'
import { createElement, StrictMode, useEffect, useMemo, useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { Drawbridge } from './drawbridge.ts'
import { DrawbridgeProvider, useAccounts } from './entries/react.ts'
import { initialState } from './initial-state.ts'
import { installDialogs } from './testing/dialogs.ts'
import { evmAccount } from './testing/sample-accounts.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
/** The instances that the page has created, in order. */
let created: Drawbridge[] = []
beforeEach(() => {
  created = []
  ends.push(installDialogs())
})
afterEach(() => {
  cleanup()
  for (const end of ends.splice(0).reverse()) end()
  Reflect.deleteProperty(globalThis, Symbol.for('drawbridge.instances'))
  Reflect.deleteProperty(window, 'injectedWeb3')
})

const connected = {
  ...initialState,
  status: 'connected' as const,
  chains: [parseChainId('eip155:1')],
  accounts: [evmAccount],
}

function createInstance(): Drawbridge {
  const { bridge } = bridgeWorld(
    ends,
    { 'state.get': () => connected, 'modal.open': () => ({ is: 'dismissed' }) },
    { platforms: ['ethereum'] },
  )
  created.push(bridge)
  return bridge
}

function Shop() {
  return useAccounts().length
}
const shop = (bridge: Drawbridge | undefined) =>
  bridge ? createElement(DrawbridgeProvider, { bridge }, createElement(Shop)) : null

/** How components create an instance, and whether they destroy it. */
const components = [
  {
    name: 'in an effect',
    isEnded: true,
    Page: () => {
      const [bridge, setBridge] = useState<Drawbridge>()
      useEffect(() => {
        const instance = createInstance()
        setBridge(instance)
        return () => instance.destroy()
      }, [])
      return shop(bridge)
    },
  },
  {
    name: 'as its state',
    isEnded: false,
    Page: () => {
      const [bridge] = useState(createInstance)
      return shop(bridge)
    },
  },
  { name: 'in a memo', isEnded: false, Page: () => shop(useMemo(createInstance, [])) },
  {
    name: 'in a ref',
    isEnded: false,
    Page: () => {
      const ref = useRef<Drawbridge>(undefined)
      ref.current ??= createInstance()
      return shop(ref.current)
    },
  },
] as const

/** What the widget has in the page: frames, dialogs, and announcements. */
function present() {
  let announced = 0
  const count = () => {
    announced += 1
  }
  addEventListener('eip6963:announceProvider', count)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', count)
  const [frames, dialogs] = ['iframe', 'dialog'].map((name) => document.querySelectorAll(name).length)
  return { frames, dialogs, announced }
}
const one = { frames: 1, dialogs: 1, announced: 1 }

/** Opens each instance that the page still has, as two buttons of the page would. */
const openAll = () =>
  act(() => Promise.all(created.map((bridge) => bridge.openModal().catch(({ code }) => ({ code })))))

describe('StrictMode, which runs effects and initializers twice', () => {
  it.each(components)('created $name › mounted three times › one frame, one announcement', async (kind) => {
    for (let mount = 0; mount < 3; mount += 1) {
      const { container, unmount } = render(createElement(StrictMode, null, createElement(kind.Page)))
      await openAll()
      expect(container.textContent).toBe('1')
      expect(present()).toEqual(one)
      unmount()
      expect(present()).toEqual(kind.isEnded ? { frames: 0, dialogs: 0, announced: 0 } : one)
    }
    expect(created.length).toBeGreaterThan(2)
  })

  it('created outside › module runs again (hot reload) › one frame, both show accounts', async () => {
    const draw = (bridge: Drawbridge) => createElement(StrictMode, null, shop(bridge))
    const first = createInstance()
    const { container, rerender } = render(draw(first))
    await openAll()
    for (let reload = 0; reload < 3; reload += 1) {
      rerender(draw(createInstance()))
      await openAll()
      expect(container.textContent).toBe('1')
      expect(present()).toEqual(one)
    }
    rerender(draw(first))
    expect(container.textContent).toBe('1')
    first.destroy()
    expect(present()).toEqual(one)
  })
})
