import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '../../../shared/channel/random-id.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { DrawbridgeOptions } from '../options.ts'

/** Announcements that a dApp on the page receives. */
let announcements: { info: Record<string, string>; provider: Drawbridge['ethereum'] }[] = []
let listening = new AbortController()
const bridges: Drawbridge[] = []
beforeEach(() => {
  announcements = []
  listening = new AbortController()
  addEventListener('eip6963:announceProvider', (event) => announcements.push(Reflect.get(event, 'detail')), {
    signal: listening.signal,
  })
})
afterEach(() => {
  listening.abort()
  for (const bridge of bridges.splice(0)) bridge.destroy()
})

function create(overrides: Partial<DrawbridgeOptions> = {}): Drawbridge {
  const bridge = createDrawbridge({
    projectId: 'p',
    metadata: { name: 'Shop' },
    widgetUrl: 'http://widget.localhost:5173',
    platforms: ['ethereum'],
    ...overrides,
  })
  bridges.push(bridge)
  return bridge
}
const request = () => dispatchEvent(new Event('eip6963:requestProvider'))
const foreign = (info: object, provider: object = { request: async () => null }) =>
  dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: randomId(), ...info }, provider },
    }),
  )

type Case = [when: string, own: Partial<DrawbridgeOptions>]

describe('EIP-6963 announcement', () => {
  it('instance created › announces at once and on each request, with the same uuid', () => {
    const bridge = create()
    request()
    request()
    expect(announcements).toHaveLength(3)
    expect(new Set(announcements.map((detail) => detail.info.uuid)).size).toBe(1)
    expect(announcements[2]?.provider).toBe(bridge.ethereum)
    expect(announcements[0]?.info).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Drawbridge',
      rdns: 'app.drawbridge',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
  })

  it('announcement › a page changes it › it is frozen', () => {
    create()
    expect(Object.isFrozen(announcements[0]) && Object.isFrozen(announcements[0]?.info)).toBe(true)
  })

  it.each<Case>([
    ['without Ethereum among the platforms', { platforms: ['polkadot', 'solana'] }],
    ['where the platforms are the default', { platforms: undefined }],
    ['with announce: false', { announce: false }],
  ])('%s › announces nothing', (_when, overrides) => {
    create(overrides)
    request()
    expect(announcements).toEqual([])
  })

  it('instance destroyed › announces nothing, and the provider rejects with 4900', async () => {
    const bridge = create()
    bridge.destroy()
    announcements = []
    request()
    expect(announcements).toEqual([])
    await expect(bridge.ethereum.request({ method: 'eth_call' })).rejects.toMatchObject({ code: 4900 })
  })
})

describe("the widget's announcement", () => {
  it('several instances › none lists itself or another', () => {
    const [one, two] = [create(), create()]
    request()
    expect([one.wallets, two.wallets]).toEqual([[], []])
  })

  it('widget of another build › recognized by its symbol, not its name', () => {
    const bridge = create()
    const other = { request: async () => null, [Symbol.for('drawbridge.wallet')]: true }
    foreign({ name: 'Bridge 9', rdns: 'app.bridge-of-later' }, other)
    expect(bridge.wallets).toEqual([])
  })

  it('widget as window.ethereum › not listed as a wallet', () => {
    try {
      Object.assign(window, { ethereum: create().ethereum })
      expect(create().wallets).toEqual([])
    } finally {
      Reflect.deleteProperty(window, 'ethereum')
    }
  })

  it.each(['app.drawbridge', 'App.Drawbridge'])(
    'wallet that calls itself %s › not listed, and hides no other wallet',
    (rdns) => {
      const bridge = create()
      foreign({ name: 'Drawbridge', rdns })
      foreign({ name: 'Rabby', rdns: 'io.rabby' })
      expect(bridge.wallets.map(({ id }) => id)).toEqual(['ethereum:io.rabby'])
    },
  )

  it('window.ethereum › stays unchanged', () => {
    create()
    expect('ethereum' in window).toBe(false)
  })
})
