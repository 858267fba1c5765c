import { afterEach, describe, expect, it, vi } from 'vitest'
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
import { linkPorts } from './testing/link-world.ts'
import {
  handle,
  handlersOf,
  hostSamples,
  type MethodSample,
  rpc,
  state,
  wallet,
  widgetSamples,
} from './testing/method-samples.ts'
import { partsCapability } from './wire.ts'

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
  samples: { readonly [Name in keyof T]: MethodSample },
  received: Map<string, unknown>,
  resultOf: (sample: MethodSample | undefined) => unknown = (sample) => sample?.result,
): Handlers<T> =>
  handlersOf(table, (name) => (params) => {
    received.set(name, params)
    return resultOf(samples[name])
  })

const opened: { close(): void }[] = []

afterEach(() => {
  for (const link of opened.splice(0)) link.close()
})

const world = (resultOf?: () => unknown) => {
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

const samples: readonly [string, MethodSample][] = [
  ...Object.entries(widgetSamples),
  ...Object.entries(hostSamples),
]
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

  it.each(samples.filter(([, { isUnparsed }]) => !isUnparsed))(
    '%s › params of the wrong type › −32602',
    async (name) => {
      const { call } = world()
      await expect(call(name, 7)).rejects.toMatchObject({ code: -32602 })
    },
  )

  it.each(samples.map(([name, { risk }]) => [name, risk] as const))('%s › risk › %s', (name, risk) => {
    expect(methods[name]?.risk({ ...rpc })).toBe(risk)
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
