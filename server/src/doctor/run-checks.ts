import { type ServedNetwork, servedNetworks } from '../config/bundled-networks.ts'
import type { Config } from '../config/config-schema.ts'
import { checkAccountContract } from './account-contract-checks.ts'
import { checkApi } from './api-checks.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import { checkConfig } from './config-checks.ts'
import type { Deployment } from './deployment.ts'
import { checkDocuments } from './document-checks.ts'
import { checkGateway } from './gateway-checks.ts'
import { createSend, type Fetch } from './http.ts'
import { checkJobs } from './job-checks.ts'
import { checkRelay, type ProbeSocket } from './relay-checks.ts'
import { checkSdk, checkVersions } from './sdk-checks.ts'
import { checkSponsorship } from './sponsorship-checks.ts'
import { checkConnections, checkWidgetConfig } from './widget-config-check.ts'

type CheckOptions = Omit<Deployment, 'send'> & {
  readonly fetch: Fetch
  readonly probeSocket: ProbeSocket
  /** CSP sources of the scripts inside a document. */
  readonly scriptsOf: (html: string) => readonly string[]
  /** The deployment's configuration, if it is on this machine. */
  readonly config?: Config
}

/** Hosts whose pages browsers treat as secure without TLS. */
const isLoopback = (host: string): boolean => /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(host)

const transportVerdicts = (url: string): readonly CheckVerdict[] => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return [passed('TLS', 'is accepted by this machine')]
  return isLoopback(hostname)
    ? [passed('TLS', 'is not needed on this machine')]
    : [
        failed(
          'TLS',
          'is missing: browsers refuse WebCrypto and framing in https pages',
          'Serve the widget over https',
        ),
      ]
}

/** Checks whether the server responds, and whether its database does. */
async function checkReadiness({
  send,
  url,
}: Deployment): Promise<{ isUp: boolean; verdicts: readonly CheckVerdict[] }> {
  const check = '/readyz'
  const response = await send(`${url}${check}`)
  if (response.is === 'failed')
    return {
      isUp: false,
      verdicts: [
        failed(
          url,
          `cannot be reached: ${response.reason}`,
          'Check name, port and certificate, and that the server runs',
        ),
      ],
    }
  const transport = transportVerdicts(url)
  if (response.status === 200 && response.text === 'ok')
    return { isUp: true, verdicts: [...transport, passed(check, 'says that the server is ready')] }
  return {
    isUp: true,
    verdicts: [
      ...transport,
      response.status === 503
        ? failed(
            check,
            'says that the server is not ready: it is stopping, or its database does not answer',
            'Read the server’s log',
          )
        : warning(
            check,
            `answers with status ${response.status}, not as this server does`,
            'Nothing is wrong on a static host; else let the proxy pass every path on',
          ),
    ],
  }
}

/**
 * Polkadot networks that a server has nodes for: the API does not list them, because the widget reads their balances itself.
 */
const polkadotChains = (networks: readonly ServedNetwork[]): readonly string[] =>
  networks.map(({ id }) => id).filter((id) => id.startsWith('polkadot:'))

/**
 * Checks a deployment from outside, over HTTP, and its configuration if given. Changes nothing, and never rejects because of
 * a response of the deployment.
 */
export async function runChecks({
  fetch,
  probeSocket,
  scriptsOf,
  config,
  ...input
}: CheckOptions): Promise<readonly CheckVerdict[]> {
  const deployment: Deployment = { ...input, send: createSend(fetch) }
  const { url, version } = deployment
  const configVerdicts = config === undefined ? [] : checkConfig(config)
  const readiness = await checkReadiness(deployment)
  if (!readiness.isUp) return [...readiness.verdicts, ...configVerdicts]

  const [document, widgetConfig, sdk] = await Promise.all([
    checkDocuments(deployment, scriptsOf),
    checkWidgetConfig(deployment),
    checkSdk(deployment),
  ])
  const deployedConfig = widgetConfig.config
  const baseOf = (base: string | undefined): string => base || url
  const sourcesOf = document.sourcesOf ?? (() => [])
  const networks = servedNetworks(config?.networks ?? [])
  const gatewayOptions = {
    blockchainApiUrl: baseOf(deployedConfig?.blockchainApiUrl),
    rpcUrl: baseOf(deployedConfig?.rpcUrl),
    unlistedChains: polkadotChains(networks),
    nameOf: (chainId: string) => networks.find(({ id }) => id === chainId)?.name,
  }
  const documentWalletConnect = document.project?.walletConnect
  const walletConnect = {
    relayUrl: documentWalletConnect?.relayUrl ?? deployedConfig?.walletConnect.relayUrl ?? '',
    projectId: documentWalletConnect?.projectId ?? deployedConfig?.walletConnect.projectId,
    verify: deployedConfig?.walletConnect.verify ?? false,
  }
  const editCommand = `drawbridge project walletconnect ${deployment.projectId}`
  const metrics = config?.metrics
  const sponsored = config?.embeddedWallet.isEnabled ? config.embeddedWallet.sponsorship?.networks : undefined
  const [api, gateway, accountContract, sponsorship, relay, jobs] = await Promise.all([
    checkApi(deployment, baseOf(deployedConfig?.apiUrl), document.origins),
    checkGateway(deployment, gatewayOptions),
    deployedConfig?.vaultUrl === undefined ? [] : checkAccountContract(deployment, gatewayOptions),
    sponsored === undefined ? [] : checkSponsorship(deployment, gatewayOptions, sponsored),
    deployedConfig === undefined
      ? []
      : checkRelay(walletConnect.relayUrl, walletConnect.projectId, editCommand, probeSocket),
    metrics === undefined ? [] : checkJobs(deployment, metrics.token),
  ])
  return [
    ...readiness.verdicts,
    ...document.verdicts,
    ...widgetConfig.verdicts,
    ...(deployedConfig === undefined
      ? []
      : checkConnections(deployment, { ...deployedConfig, walletConnect }, sourcesOf('connect-src'))),
    ...sdk.verdicts,
    ...checkVersions(sdk.version, document.widgetVersion, version),
    ...api,
    ...gateway,
    ...accountContract,
    ...sponsorship,
    ...relay,
    ...jobs,
    ...configVerdicts,
  ]
}
