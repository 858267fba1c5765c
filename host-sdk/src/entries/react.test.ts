import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import { pageBridge } from '../testing/page-bridge.ts'
import { evmAccount } from '../testing/sample-accounts.ts'
import { DrawbridgeProvider, useAccounts, useWallets } from './react.ts'
import { viemAccounts } from './viem.ts'

const Count = () => `${useAccounts().length} ${useAccounts(viemAccounts).length} ${useWallets().length}`

describe('on a server', () => {
  it('hooks › render without accounts, with a real and with any other instance', () => {
    expect(typeof window).toBe('undefined')
    const real = createDrawbridge({ projectId: 'p', metadata: { name: 'Shop' } })
    const page = pageBridge()
    page.report({ accounts: [evmAccount] })
    for (const bridge of [real, page]) {
      expect(renderToString(createElement(DrawbridgeProvider, { bridge }, createElement(Count)))).toBe(
        '0 0 0',
      )
    }
    expect(page.listeners()).toBe(0)
  })

  it('hook outside a provider › throws an error that names the provider', () => {
    expect(() => renderToString(createElement(Count))).toThrow('<DrawbridgeProvider>')
  })
})
