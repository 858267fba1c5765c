import { isPublicRelay } from '../config/feature-availability.ts'
import { type Finding, good, mistake, warning } from './finding.ts'

const check = 'WalletConnect relay'

/** What became of a request for a WebSocket. */
export type SocketProbe =
  | { readonly is: 'open' }
  /** The host answered by HTTP instead. */
  | { readonly is: 'answered'; readonly status: number }
  | { readonly is: 'failed'; readonly reason: string }

/** Requests a WebSocket and closes it at once; never rejects. */
export type ProbeSocket = (url: string) => Promise<SocketProbe>

/** The public relay refuses connections without its own token, which shows that it can be reached. */
const refusals = [400, 401, 403]

/**
 * Whether the relay can be reached from this machine.
 * @param relayUrl '' when the deployment has none.
 * @param ownProjectId the id at the relay's operator; `unknown` when it is checked from outside.
 */
export async function checkRelay(
  relayUrl: string,
  ownProjectId: string | undefined | 'unknown',
  probeSocket: ProbeSocket,
): Promise<readonly Finding[]> {
  if (relayUrl === '')
    return [warning(check, 'is turned off: wallets on phones cannot pair', 'Set walletConnect.relayUrl')]
  const isPublic = isPublicRelay(relayUrl)
  const probe = await probeSocket(relayUrl)
  if (probe.is === 'failed')
    return [
      mistake(
        check,
        `${relayUrl} cannot be reached: ${probe.reason}`,
        'Check walletConnect.relayUrl, and that this network lets WebSockets out',
      ),
    ]
  if (probe.is === 'answered' && !(isPublic && refusals.includes(probe.status)))
    return [
      mistake(
        check,
        `${relayUrl} answers with status ${probe.status} and opens no WebSocket`,
        'Check walletConnect.relayUrl, and that a proxy passes Upgrade requests on',
      ),
    ]
  const reachable = good(check, `${relayUrl} can be reached`)
  if (!isPublic) return [reachable]
  const remedy =
    'Register a project at the relay’s operator (dashboard.reown.com), list the origin of the widget there, and set walletConnect.projectId'
  if (ownProjectId === 'unknown')
    return [
      reachable,
      warning(
        check,
        'is the public one: it needs a project id of its own, and from outside it cannot be seen whether the deployment has one',
        remedy,
      ),
    ]
  return ownProjectId === undefined
    ? [
        reachable,
        warning(
          check,
          'is the public one, and walletConnect.projectId is not set: it refuses the widget',
          remedy,
        ),
      ]
    : [reachable]
}
