import type { Config } from './config-schema.ts'
import type { RawSettings } from './raw-settings.ts'

/** A rule across several keys: the key to correct, and what it must be. */
type Conflict = { readonly key: string; readonly sentence: string }

function repeated(values: readonly string[]): string | undefined {
  return values.find((value, at) => values.indexOf(value) !== at)
}

function conflictsOf(config: Config): readonly (Conflict | undefined | false)[] {
  const { analytics, reports, secretKeys, networks, sessions, history, prices, swaps, limits } = config
  const twiceKey = repeated(secretKeys.map(({ id }) => id))
  const twiceNetwork = repeated(networks.map(({ id }) => id))
  const twiceExplorer = repeated(history.blockscout.explorers.map(({ chainId }) => chainId))
  const twiceSource = repeated(swaps.order)
  const twiceRouter = repeated(swaps.uniswapV2.map(({ chainId }) => chainId))
  const twicePriced = repeated(prices.order)
  const unordered = (['chainlink', 'defillama'] as const).find(
    (source) => prices[source].isEnabled && !prices.order.includes(source),
  )
  const nameless = networks.find(
    (network) => (network.name === undefined) !== (network.nativeCurrency === undefined),
  )
  return [
    analytics.sink === 'http' &&
      analytics.url === undefined && {
        key: 'analytics.url',
        sentence: "must be set when analytics.sink is 'http'",
      },
    reports.sink === 'http' &&
      reports.url === undefined && {
        key: 'reports.url',
        sentence: "must be set when reports.sink is 'http'",
      },
    sessions.isEnabled &&
      secretKeys.length === 0 && {
        key: 'secretKeys',
        sentence: 'must have at least one key when sessions.isEnabled is true',
      },
    twiceKey !== undefined && {
      key: 'secretKeys',
      sentence: `must have each id once, but "${twiceKey}" is repeated`,
    },
    twiceNetwork !== undefined && {
      key: 'networks',
      sentence: `must have each network once, but "${twiceNetwork}" is repeated`,
    },
    nameless && {
      key: 'networks',
      sentence: `must state both name and nativeCurrency of a network or neither, but "${nameless.id}" has one of them`,
    },
    twicePriced !== undefined && {
      key: 'prices.order',
      sentence: `must have each source once, but "${twicePriced}" is repeated`,
    },
    unordered !== undefined && {
      key: 'prices.order',
      sentence: `must have "${unordered}", because prices.${unordered}.isEnabled is true`,
    },
    twiceExplorer !== undefined && {
      key: 'history.blockscout.explorers',
      sentence: `must have each network once, but "${twiceExplorer}" is repeated`,
    },
    twiceRouter !== undefined && {
      key: 'swaps.uniswapV2',
      sentence: `must have each network once, but "${twiceRouter}" is repeated`,
    },
    twiceSource !== undefined && {
      key: 'swaps.order',
      sentence: `must have each source once, but "${twiceSource}" is repeated`,
    },
    limits.ip.pointsPerMinute > limits.project.pointsPerMinute && {
      key: 'limits.ip.pointsPerMinute',
      sentence: `must be at most limits.project.pointsPerMinute, which is ${limits.project.pointsPerMinute}`,
    },
  ]
}

/** Problems that only several keys together show, one sentence each. */
export const crossProblems = (config: Config, raw: RawSettings): readonly string[] =>
  conflictsOf(config).flatMap((conflict) => {
    if (!conflict) return []
    const origin = raw.values.get(conflict.key)?.origin ?? 'default'
    return `${conflict.key} (${origin}) ${conflict.sentence}.`
  })
