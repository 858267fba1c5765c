import * as Comlink from 'comlink'
import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '#shared/channel/channel-methods.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { handshakeAsHost } from '#shared/channel/handshake/handshake-host.ts'
import { openLink } from '#shared/channel/link.ts'
import { partsCapability } from '#shared/channel/wire.ts'
import type { ChannelMeasurements, Percentiles } from '../channel-measurements.ts'
import { type BareServer, bareParams, bareResult } from './bare-contract.ts'

const widgetOrigin = new URLSearchParams(location.search).get('widget') ?? location.origin

const connect = async () => {
  const frame = document.createElement('iframe')
  const handshake = handshakeAsHost({
    window,
    frameWindow: () => frame.contentWindow,
    widgetOrigin,
    sdkVersion: 'bench',
    caps: [],
    clock: systemClock,
    signal: new AbortController().signal,
  })
  frame.src = `${widgetOrigin}/frame.html`
  document.body.append(frame)
  const { sid, ports } = await handshake
  const link = openLink({
    side: 'host',
    sid,
    ports,
    clock: systemClock,
    calls: widgetMethods,
    serves: hostMethods,
    handlers: {
      'wallets.watch': () => ({ wallets: [] }),
      'provider.request': () => ({}),
      'siwx.call': () => ({}),
      'chain.read': () => ({}),
      'overlay.show': () => ({}),
      'overlay.hide': () => ({}),
      'frame.resize': () => ({}),
    },
    emits: hostTopics,
    receives: widgetTopics,
    caps: [partsCapability],
    onGap: () => {},
    onClose: (reason) => console.error(`The link closed: ${reason}`),
  })
  await new Promise<void>((resolve) => {
    link.on('alert', () => resolve())
  })
  const bare = new MessageChannel()
  frame.contentWindow?.postMessage('bare', widgetOrigin, [bare.port2])
  return { link, bare: Comlink.wrap<BareServer>(bare.port1) }
}

const { link, bare } = await connect()

const callBare = async () => bareResult.parse(await bare.request(bareParams.parse({ method: 'eth_chainId' })))
const callChannel = () => link.call('wallet.request', { method: 'eth_chainId' })

const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

const thousandths = (value: number) => Math.round(value * 1_000) / 1_000

const percentile = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b)
  return thousandths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}
const percentiles = (times: readonly number[]): Percentiles => ({
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
})

/** Starts all calls at once; returns the time until the last has settled, and how many succeeded. */
const measureBurst = async (calls: number, call: () => Promise<unknown>) => {
  let settled = 0
  const startedAt = performance.now()
  const all = await Promise.allSettled(
    Array.from({ length: calls }, () =>
      call().finally(() => {
        settled += 1
      }),
    ),
  )
  const ms = performance.now() - startedAt
  return { ms, settled, succeeded: all.filter(({ status }) => status === 'fulfilled').length }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the bench: bare and channel calls alternating, then bursts. */
const measure = async (calls: number, burst: number, rounds: number): Promise<ChannelMeasurements> => {
  for (let n = 0; n < 200; n += 1) {
    await callBare()
    await callChannel()
  }
  const bareTimes: number[] = []
  const channelTimes: number[] = []
  for (let n = 0; n < calls; n += 1) {
    // The order alternates, so that garbage collection of one does not always delay the other.
    const first = n % 2 === 0
    if (first) bareTimes.push(await timed(callBare))
    channelTimes.push(await timed(callChannel))
    if (!first) bareTimes.push(await timed(callBare))
  }
  const bursts = []
  const bareBursts = []
  for (let round = 0; round < rounds; round += 1) {
    // Between bursts the rate limit (6,000 a second) refills.
    await pause(500)
    bursts.push(await measureBurst(burst, callChannel))
    bareBursts.push(await measureBurst(burst, callBare))
  }
  const [bareResults, channel] = [percentiles(bareTimes), percentiles(channelTimes)]
  return {
    calls,
    bare: bareResults,
    channel,
    ratio: {
      p50: thousandths(channel.p50Ms / bareResults.p50Ms),
      p99: thousandths(channel.p99Ms / bareResults.p99Ms),
    },
    together: {
      calls: burst,
      astray: bursts.reduce(
        (sum, { settled, succeeded }) => sum + Math.max(Math.abs(burst - settled), burst - succeeded),
        0,
      ),
      medianMs: percentile(
        bursts.map(({ ms }) => ms),
        0.5,
      ),
      slowestMs: thousandths(Math.max(...bursts.map(({ ms }) => ms))),
      bareMedianMs: percentile(
        bareBursts.map(({ ms }) => ms),
        0.5,
      ),
    },
  }
}

Object.assign(window, { measureChannel: measure })
