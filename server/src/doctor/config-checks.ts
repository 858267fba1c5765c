import { servedNetworks, singleEndpointNetworks } from '../config/bundled-networks.ts'
import { type Config, databaseLocation } from '../config/config-schema.ts'
import { featureAvailability } from '../config/feature-availability.ts'
import { chainLabel } from './chain-checks.ts'
import { type CheckVerdict, passed, warning } from './check-verdict.ts'

const check = 'configuration'

/** Verdicts on features, with the reasons of those that are off. */
const featureVerdicts = (config: Config): readonly CheckVerdict[] =>
  featureAvailability(config).map((row) =>
    row.isOn
      ? passed(row.feature, row.sources ? `is on, from ${row.sources.join(', ')}` : 'is on')
      : warning(
          row.feature,
          `is off: ${row.reason}`,
          'Change the setting to offer it; docs/configuration.md describes it',
        ),
  )

function networkVerdicts(config: Config): readonly CheckVerdict[] {
  const singleEndpoint = singleEndpointNetworks(servedNetworks(config.networks))
  if (singleEndpoint.length === 0) return [passed('networks', 'have two RPC URLs or more each')]
  const labels = singleEndpoint.map(({ id, name }) => chainLabel(id, () => name)).join(', ')
  return [
    warning(
      'networks',
      `have no second RPC URL to fail over to: ${labels}`,
      'Add rpcUrls for those that your users need',
    ),
  ]
}

/** Checks of the configuration that cannot be made from outside. */
export function checkConfig(config: Config): readonly CheckVerdict[] {
  const { publicUrl, redis, secretKeys, trustedProxies } = config
  const isSqlite = databaseLocation(config).is === 'sqlite'
  const isLocal = publicUrl.startsWith('http:')
  return [
    ...(isLocal
      ? [
          warning(
            check,
            `has the publicUrl ${publicUrl}, which browsers of this machine alone accept without TLS`,
            'Set publicUrl to the https origin of the widget',
          ),
        ]
      : []),
    ...(!isLocal && trustedProxies.length === 0
      ? [
          warning(
            check,
            'has no trustedProxies, and TLS ends at a proxy: all clients share the budget of that proxy’s address',
            'List the address of the proxy, such as 127.0.0.1/32',
          ),
        ]
      : []),
    ...(isSqlite && redis !== undefined
      ? [
          warning(
            check,
            'has a SQLite database, which one process at a time can open, and Redis, which is for several replicas',
            'Set database to Postgres before you start a second replica',
          ),
        ]
      : []),
    ...(secretKeys.length === 0
      ? [
          warning(
            check,
            'has no secretKeys: nothing that must be encrypted, such as keys of smart sessions, can be stored',
            'Add a key: openssl rand -base64 32',
          ),
        ]
      : []),
    ...featureVerdicts(config),
    ...networkVerdicts(config),
  ]
}
