import { namespaceOf } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { SessionPermission } from '#widget/chains/request-facts.ts'
import { lifetimesMs } from '#widget/kernel/lifetimes.ts'
import { activeNetworkAtom } from '#widget/kernel/networks.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atomFamily } from '#widget/lib/state.ts'
import { sessionAtom } from './state.ts'

/** What a session of the account in use may do, in plain terms; undefined for what nobody here can read. */
export const permissionsAtom = atomFamily((pci: string) =>
  queryAtom((get) => {
    const { chains } = get(portsAtom)
    const network = get(activeNetworkAtom)
    const found = get(sessionAtom(pci))
    return {
      key: ['session-permissions', network?.id ?? '', pci],
      lifetimeMs: lifetimesMs.sessionPermissions,
      enabled: network !== undefined && found !== undefined,
      load: async (signal): Promise<readonly (SessionPermission | undefined)[]> => {
        if (!network || !found) return []
        const { smartSessions } = await chains.adapter(namespaceOf(network.id))
        if (!smartSessions) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
        return smartSessions.readPermissions(found.session.permissions, network, signal)
      },
    }
  }),
)
