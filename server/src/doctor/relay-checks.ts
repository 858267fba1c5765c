import { isPublicRelay } from '../../../shared/config/public-relay.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'

const check = 'WalletConnect relay'

/** Result of a WebSocket request. */
export type SocketProbe =
  | { readonly is: 'open' }
  /** The host responded by HTTP instead. */
  | { readonly is: 'answered'; readonly status: number }
  | { readonly is: 'failed'; readonly reason: string }

/** Requests a WebSocket and closes it at once; never rejects. */
export type ProbeSocket = (url: string) => Promise<SocketProbe>

/** The public relay rejects connections without its own token, which shows that it can be reached. */
const rejectionStatuses = [400, 401, 403]

/**
 * Checks whether the relay can be reached from this machine.
 * @param relayUrl '' when the deployment has none.
 * @param relayProjectId the project id at the relay's operator.
 * @param editCommand the command that sets relay and id of the checked project.
 */
export async function checkRelay(
  relayUrl: string,
  relayProjectId: string | undefined,
  editCommand: string,
  probeSocket: ProbeSocket,
): Promise<readonly CheckVerdict[]> {
  if (relayUrl === '')
    return [
      warning(
        check,
        'is turned off: wallets on phones cannot pair',
        `Set walletConnect.relayUrl, or for this project: ${editCommand} --relay-url URL`,
      ),
    ]
  const isPublic = isPublicRelay(relayUrl)
  const probe = await probeSocket(relayUrl)
  if (probe.is === 'failed')
    return [
      failed(
        check,
        `${relayUrl} cannot be reached: ${probe.reason}`,
        'Check walletConnect.relayUrl, and that this network lets WebSockets out',
      ),
    ]
  if (probe.is === 'answered' && !(isPublic && rejectionStatuses.includes(probe.status)))
    return [
      failed(
        check,
        `${relayUrl} answers with status ${probe.status} and opens no WebSocket`,
        'Check walletConnect.relayUrl, and that a proxy passes Upgrade requests on',
      ),
    ]
  const reachable = passed(check, `${relayUrl} can be reached`)
  if (!isPublic) return [reachable]
  return relayProjectId === undefined
    ? [
        reachable,
        warning(
          check,
          'is the public one, which needs a project id of its own, and none is set: the widget offers WalletConnect and says that the operator must set one',
          `Register a project at the relay’s operator (dashboard.reown.com), list the origin of the widget there, and set walletConnect.projectId, or for this project: ${editCommand} --project-id ID`,
        ),
      ]
    : [reachable, passed(check, 'gets a project id')]
}
