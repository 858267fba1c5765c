import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { chainIdSchema } from '../caip/chain-id.ts'
import {
  type HostMethods,
  type HostTopics,
  hostMethods,
  hostTopics,
  type WidgetMethods,
  type WidgetTopics,
  widgetMethods,
  widgetTopics,
} from './channel-methods.ts'
import { systemClock } from './clock.ts'
import { type Link, openLink } from './link.ts'
import type { Handlers, Method, MethodTable } from './method.ts'
import { randomId } from './random-id.ts'
import type { InjectedWallet } from './records/discovered-wallet.ts'
import type { BridgeState } from './records/entries.ts'
import { linkPorts } from './testing/link-world.ts'
import { partsCapability } from './wire.ts'

const chainId = z.parse(chainIdSchema, 'eip155:1')
const handle = 'a'.repeat(32)
const wallet: InjectedWallet = {
  handle,
  namespace: 'eip155',
  source: 'eip6963',
  rdns: 'test.harbour',
  name: 'Harbour',
  icon: 'data:image/png;base64,AA==',
}
const state: BridgeState = {
  open: true,
  loading: false,
  status: 'connected',
  statuses: { eip155: 'connected', solana: 'connecting', polkadot: 'disconnected' },
  activeNamespace: 'eip155',
  chains: [chainId],
  accounts: [
    {
      id: 'ethereum:test.harbour:0x1',
      platform: 'ethereum',
      namespace: 'eip155',
      address: '0x1',
      walletName: 'Harbour',
      walletId: 'ethereum:test.harbour',
      isWalletDefault: true,
    },
  ],
  wallets: [
    {
      id: 'ethereum:test.harbour',
      platform: 'ethereum',
      type: 'injected',
      name: 'Harbour',
      isConnected: true,
    },
  ],
}
const config = { projectId: 'demo', metadata: { name: 'Shop' }, platforms: ['ethereum'] }
const rpc = { method: 'eth_sendTransaction', params: [{ to: '0x1', value: '0x0' }] }

type Sample = { readonly params: unknown; readonly result: unknown }

const widgetSamples: { readonly [Name in keyof WidgetMethods]: Sample } = {
  'config.set': { params: { config }, result: {} },
  'modal.open': {
    params: { view: 'WalletSend', namespace: 'eip155', amount: '1', chainId },
    result: { is: 'connected', namespace: 'eip155', chainId, address: '0x1', walletId: 'w' },
  },
  'modal.close': { params: {}, result: {} },
  'modal.escape': { params: {}, result: {} },
  'state.get': { params: {}, result: state },
  'wallet.connect': { params: { walletId: 'ethereum:test.harbour' }, result: {} },
  'session.disconnect': { params: { namespace: 'eip155' }, result: {} },
  'network.switch': { params: { chainId }, result: {} },
  'theme.set': { params: { mode: 'dark', variables: { accent: '#123456' } }, result: {} },
  'consent.set': { params: { analytics: true }, result: {} },
  'wallet.request': { params: rpc, result: { result: `0x${'ab'.repeat(32)}` } },
}

const hostSamples: { readonly [Name in keyof HostMethods]: Sample } = {
  'wallets.watch': { params: {}, result: { wallets: [wallet] } },
  'provider.request': { params: { handle, ...rpc }, result: { result: null } },
  'siwx.call': { params: { name: 'getNonce', params: {} }, result: { result: 'a1b2c3d4' } },
  'chain.read': { params: { chainId, method: 'eth_getBalance', params: ['0x1'] }, result: { result: '0x1' } },
  'overlay.show': { params: {}, result: {} },
  'overlay.hide': { params: {}, result: {} },
  'frame.resize': { params: { height: 480 }, result: {} },
}

const hostEvents = {
  wallets: [wallet],
  provider: { handle, event: 'accountsChanged', data: ['0x1'] },
} as const
const widgetEvents = {
  state,
  message: { type: 'eth_subscription', data: { a: 1 } },
  alert: { code: 'APKT002', message: 'Invalid App Configuration' },
  event: { event: 'MODAL_OPEN', properties: { connected: true, caipNetworkId: 'eip155:1' } },
} as const

/** Handlers that record their parameters and return the sample. */
const respondWithSample = <T extends MethodTable>(
  table: T,
  samples: { readonly [Name in keyof T]: Sample },
  received: Map<string, unknown>,
  resultOf: (sample: Sample) => unknown = (sample) => sample.result,
): Handlers<T> => {
  const entries = Object.keys(table).map((name) => [
    name,
    (params: unknown) => {
      received.set(name, params)
      return resultOf(samples[name] ?? { params: {}, result: {} })
    },
  ])
  return Object.fromEntries(entries)
}

const opened: { close(): void }[] = []

afterEach(() => {
  for (const link of opened.splice(0)) link.close()
})

const world = (resultOf?: (sample: Sample) => unknown) => {
  const ports = linkPorts()
  opened.push(ports)
  const sid = randomId()
  const received = new Map<string, unknown>()
  const ends = { sid, clock: systemClock, caps: [partsCapability], onGap: () => {}, onClose: () => {} }
  const host: Link<WidgetMethods, HostTopics, WidgetTopics> = openLink({
    ...ends,
    side: 'host',
    ports: ports.host,
    calls: widgetMethods,
    serves: hostMethods,
    handlers: respondWithSample(hostMethods, hostSamples, received, resultOf),
    emits: hostTopics,
    receives: widgetTopics,
  })
  const widget: Link<HostMethods, WidgetTopics, HostTopics> = openLink({
    ...ends,
    side: 'widget',
    ports: ports.widget,
    calls: hostMethods,
    serves: widgetMethods,
    handlers: respondWithSample(widgetMethods, widgetSamples, received, resultOf),
    emits: widgetTopics,
    receives: hostTopics,
  })
  const call = (name: string, params: unknown): Promise<unknown> => {
    const isWidgets = (key: string): key is keyof WidgetMethods & string => key in widgetMethods
    const isHosts = (key: string): key is keyof HostMethods & string => key in hostMethods
    // The samples are untyped on purpose: the test checks what the schemas make of them.
    if (isWidgets(name)) return host.call(name, JSON.parse(JSON.stringify(params)))
    if (isHosts(name)) return widget.call(name, JSON.parse(JSON.stringify(params)))
    throw new Error(`No method ${name}`)
  }
  return { host, widget, received, call }
}

const samples: readonly [string, Sample][] = [
  ...Object.entries(widgetSamples),
  ...Object.entries(hostSamples),
]
/** Parameters that the widget's handlers parse (`widget-app/src/bridge/host-methods.ts`), for their error messages. */
const isPassed = (name: string) =>
  /^(modal\.open|wallet\.connect|session\.disconnect|network\.switch|theme\.set|consent\.set)$/.test(name)
const methods: { readonly [name: string]: Method } = { ...widgetMethods, ...hostMethods }

describe('every method', () => {
  it.each(samples)('%s › params and result › parsed by both schemas', async (name, sample) => {
    const { call, received } = world()
    expect(await call(name, sample.params)).toEqual(sample.result)
    expect(received.get(name)).toEqual(sample.params)
  })

  it.each(samples)('%s › result of the wrong type › −32603 at its caller', async (name, sample) => {
    const { call } = world(() => ({ unexpected: true }))
    await expect(call(name, sample.params)).rejects.toMatchObject({ code: -32603 })
  })

  it.each(samples.filter(([name]) => !isPassed(name)))(
    '%s › params of the wrong type › −32602',
    async (name) => {
      const { call } = world()
      await expect(call(name, 7)).rejects.toMatchObject({ code: -32602 })
    },
  )

  it.each<[string, string]>([
    ['config.set', 'view'],
    ['modal.open', 'view'],
    ['modal.close', 'view'],
    ['modal.escape', 'view'],
    ['state.get', 'read'],
    ['wallet.connect', 'prompt'],
    ['session.disconnect', 'view'],
    ['network.switch', 'prompt'],
    ['theme.set', 'view'],
    ['consent.set', 'view'],
    ['wallet.request', 'prompt'],
    ['wallets.watch', 'read'],
    ['provider.request', 'prompt'],
    ['overlay.show', 'view'],
    ['overlay.hide', 'view'],
    ['frame.resize', 'view'],
  ])('%s › risk › %s', (name, risk) => {
    expect(methods[name]?.risk({ ...rpc })).toBe(risk)
    expect(Object.keys(methods)).toContain(name)
  })

  it.each(['wallet.request', 'provider.request'])('%s › read method › risk is read', (name) => {
    expect(methods[name]?.risk({ method: 'eth_call' })).toBe('read')
    expect(methods[name]?.risk({ method: 'eth_accounts' })).toBe('read')
    expect(methods[name]?.risk({ method: 'eth_unheardOf' })).toBe('prompt')
  })
})

describe('every topic', () => {
  it('host topics › emitted › received unchanged', async () => {
    const { host, widget } = world()
    const receivedPayloads: unknown[] = []
    widget.on('wallets', (payload) => receivedPayloads.push(payload))
    widget.on('provider', (payload) => receivedPayloads.push(payload))
    host.emit('wallets', [wallet])
    host.emit('provider', { ...hostEvents.provider, data: ['0x1'] })
    await vi.waitFor(() => expect(receivedPayloads).toEqual([hostEvents.wallets, hostEvents.provider]), {
      interval: 1,
    })
    expect(Object.keys(hostTopics)).toEqual(Object.keys(hostEvents))
  })

  it('widget topics › emitted › received unchanged', async () => {
    const { host, widget } = world()
    const receivedPayloads: unknown[] = []
    host.on('state', (payload) => receivedPayloads.push(payload))
    host.on('message', (payload) => receivedPayloads.push(payload))
    host.on('alert', (payload) => receivedPayloads.push(payload))
    widget.emit('state', widgetEvents.state)
    widget.emit('message', widgetEvents.message)
    widget.emit('alert', widgetEvents.alert)
    host.on('event', (payload) => receivedPayloads.push(payload))
    widget.emit('event', widgetEvents.event)
    await vi.waitFor(
      () =>
        expect(receivedPayloads).toEqual([
          state,
          widgetEvents.message,
          widgetEvents.alert,
          widgetEvents.event,
        ]),
      {
        interval: 1,
      },
    )
    expect(Object.keys(widgetTopics)).toEqual(Object.keys(widgetEvents))
  })
})
