import { type SmartSession, sessionPolicy } from '#shared/api/smart-sessions.ts'
import { chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { SessionPermission } from '#widget/chains/request-facts.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { sanitizeFacts } from '#widget/domain/review/sanitize-facts.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atomFamily } from '#widget/lib/state.ts'
import { escapeInvisible } from '#widget/lib/text/escape-invisible.ts'
import { sessionAtom } from './sessions.ts'

/** The permissions of a session of the active account, decoded; undefined for one that cannot be decoded. */
export const permissionsAtom = atomFamily((pci: string) =>
  queryAtom((get) => {
    const { chains } = get(portsAtom)
    const found = get(sessionAtom(pci))?.session
    const network = found && get(networkAtom(chainOf(found.account)))
    const permissions = found?.is === 'session' ? found.session.permissions : undefined
    return {
      key: ['session-permissions', network?.id ?? '', pci],
      staleTimeMs: staleTimesMs.sessionPermissions,
      enabled: network !== undefined && permissions !== undefined,
      load: async (signal): Promise<readonly (SessionPermission | undefined)[]> => {
        if (!network || !permissions) return []
        const { smartSessions } = await chains.adapter(namespaceOf(network.id))
        if (!smartSessions) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
        const decoded = await smartSessions.readPermissions(permissions, network, signal)
        return decoded.map((permission) => permission && sanitizeFacts(permission))
      },
    }
  }),
)

/** The additional policies of a session, escaped as in the review; undefined for one that cannot be parsed. */
export const policiesOf = ({
  policies = [],
}: SmartSession): readonly ({ readonly type: string; readonly data: string } | undefined)[] =>
  policies.map((policy) => {
    const { data: decoded } = parseWire(sessionPolicy(), policy)
    return (
      decoded && {
        type: escapeInvisible(decoded.type),
        data: escapeInvisible(JSON.stringify(decoded.data) ?? 'null'),
      }
    )
  })
