import { getSessions } from '#shared/api/smart-sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'

/** Status of one session at its service; `unknown` if the service cannot be reached. */
export type SmartSessionLookup = 'active' | 'revoked' | 'absent' | 'unknown'

/** Looks up a session in the list of its service. @throws the signal's reason. */
export async function lookUpSmartSession(
  { ports, api, signal }: { readonly ports: HttpPorts; readonly api: ApiBase; readonly signal: AbortSignal },
  account: AccountId,
  pci: string,
): Promise<SmartSessionLookup> {
  try {
    const { pcis } = await fetchEndpoint(ports, api, getSessions, {
      ...{ params: { address: account }, query: {}, signal },
    })
    const found = pcis.map((one) => (one.is === 'session' ? one.session : one)).find((one) => one.pci === pci)
    if (found === undefined) return 'absent'
    return found.revokedAt === undefined || found.revokedAt === null ? 'active' : 'revoked'
  } catch {
    signal.throwIfAborted()
    return 'unknown'
  }
}
