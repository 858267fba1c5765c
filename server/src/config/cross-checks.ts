import { parseUrl } from '../../../shared/parse-url.ts'
import { servesEmbeddedWallet, servesOthers } from '../ports/served-part.ts'
import { type Config, databaseLocation } from './config-schema.ts'
import type { RawSettings } from './raw-settings.ts'

/** A rule across several keys: the key to correct, and what it must be. */
type Conflict = { readonly key: string; readonly sentence: string }

function firstRepeated(values: readonly string[]): string | undefined {
  return values.find((value, at) => values.indexOf(value) !== at)
}

/** The vault's keys are safe from the widget's code only on another host, by which the server also tells them apart. */
function vaultConflict({ publicUrl, embeddedWallet }: Config): Conflict | undefined {
  const key = 'embeddedWallet.vaultUrl'
  const { host } = new URL(publicUrl)
  const { isEnabled, vaultUrl } = embeddedWallet
  if (vaultUrl === undefined)
    return isEnabled && parseUrl(`https://vault.${host}`) === undefined
      ? {
          key,
          sentence: `must be set, because there is no host below that of publicUrl, which is ${publicUrl}`,
        }
      : undefined
  return new URL(vaultUrl).host === host
    ? { key, sentence: `must have another host than publicUrl, which is ${publicUrl}` }
    : undefined
}

/** What processes that run apart need. */
function apartConflicts(config: Config): readonly (Conflict | false)[] {
  const { serves, embeddedWallet } = config
  const isApart = serves !== 'all'
  return [
    isApart &&
      !embeddedWallet.isEnabled && {
        key: 'embeddedWallet.isEnabled',
        sentence: `must be true when serves is '${serves}'`,
      },
    isApart &&
      databaseLocation(config).is === 'sqlite' && {
        key: 'database',
        sentence: `must be a PostgreSQL database when serves is '${serves}'`,
      },
    serves !== 'others' &&
      embeddedWallet.offeredSocials.length > 0 && {
        key: 'embeddedWallet.offeredSocials',
        sentence: "must be empty unless serves is 'others'",
      },
  ]
}

/** What recovery with the operator's help needs: users hear of a request by e-mail. */
function recoveryConflicts({ serves, embeddedWallet, mail }: Config): readonly (Conflict | false)[] {
  const isServed = embeddedWallet.recoveryPublicKey !== undefined && servesEmbeddedWallet(serves)
  return [
    isServed &&
      !embeddedWallet.isEnabled && {
        key: 'embeddedWallet.isEnabled',
        sentence: 'must be true when embeddedWallet.recoveryPublicKey is set',
      },
    isServed &&
      mail === undefined && {
        key: 'mail.smtpUrl',
        sentence: 'must be set when embeddedWallet.recoveryPublicKey is set',
      },
  ]
}

function conflictsOf(config: Config): readonly (Conflict | undefined | false)[] {
  const { serves, analytics, reports, secretKeys, networks, sessions, history, prices, swaps, limits } =
    config
  const repeatedKey = firstRepeated(secretKeys.map(({ id }) => id))
  const repeatedNetwork = firstRepeated(networks.map(({ id }) => id))
  const repeatedExplorer = firstRepeated(history.blockscout.explorers.map(({ chainId }) => chainId))
  const repeatedSource = firstRepeated(swaps.order)
  const sponsored = config.embeddedWallet.sponsorship?.networks ?? []
  const repeatedSponsored = firstRepeated(sponsored.map(({ chainId }) => chainId))
  const unserved = servesEmbeddedWallet(serves)
    ? sponsored.find(({ bundlerUrl }) => bundlerUrl === undefined)
    : undefined
  const repeatedRouter = firstRepeated(swaps.uniswapV2.map(({ chainId }) => chainId))
  const repeatedPriceSource = firstRepeated(prices.order)
  const missingInOrder = (['chainlink', 'defillama'] as const).find(
    (source) => prices[source].isEnabled && !prices.order.includes(source),
  )
  const incompleteNetwork = networks.find(
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
      servesOthers(serves) &&
      secretKeys.length === 0 && {
        key: 'secretKeys',
        sentence: 'must have at least one key when sessions.isEnabled is true',
      },
    config.embeddedWallet.isEnabled &&
      servesEmbeddedWallet(serves) &&
      secretKeys.length === 0 && {
        key: 'secretKeys',
        sentence: 'must have at least one key when embeddedWallet.isEnabled is true',
      },
    vaultConflict(config),
    ...apartConflicts(config),
    config.embeddedWallet.farcaster.isEnabled &&
      !config.embeddedWallet.isEnabled && {
        key: 'embeddedWallet.isEnabled',
        sentence: 'must be true when embeddedWallet.farcaster.isEnabled is true',
      },
    ...recoveryConflicts(config),
    repeatedKey !== undefined && {
      key: 'secretKeys',
      sentence: `must have each id once, but "${repeatedKey}" is repeated`,
    },
    repeatedNetwork !== undefined && {
      key: 'networks',
      sentence: `must have each network once, but "${repeatedNetwork}" is repeated`,
    },
    incompleteNetwork && {
      key: 'networks',
      sentence: `must state both name and nativeCurrency of a network or neither, but "${incompleteNetwork.id}" has one of them`,
    },
    repeatedPriceSource !== undefined && {
      key: 'prices.order',
      sentence: `must have each source once, but "${repeatedPriceSource}" is repeated`,
    },
    missingInOrder !== undefined && {
      key: 'prices.order',
      sentence: `must have "${missingInOrder}", because prices.${missingInOrder}.isEnabled is true`,
    },
    repeatedExplorer !== undefined && {
      key: 'history.blockscout.explorers',
      sentence: `must have each network once, but "${repeatedExplorer}" is repeated`,
    },
    repeatedSponsored !== undefined && {
      key: 'embeddedWallet.sponsorship.networks',
      sentence: `must have each network once, but "${repeatedSponsored}" is repeated`,
    },
    unserved && {
      key: 'embeddedWallet.sponsorship.networks',
      sentence: `must state bundlerUrl of "${unserved.chainId}"`,
    },
    repeatedRouter !== undefined && {
      key: 'swaps.uniswapV2',
      sentence: `must have each network once, but "${repeatedRouter}" is repeated`,
    },
    repeatedSource !== undefined && {
      key: 'swaps.order',
      sentence: `must have each source once, but "${repeatedSource}" is repeated`,
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
