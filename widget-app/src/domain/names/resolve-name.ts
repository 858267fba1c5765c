import { getProfile, type Profile } from '#shared/api/names.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import { accountOf, coinTypeOf } from '#shared/names/coin-type.ts'
import { registeredLabel } from '#shared/names/registered-name.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom, deployConfigAtom } from '#widget/core/config.ts'
import type { Ports } from '#widget/core/ports.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts, httpStatusOf } from '#widget/lib/http.ts'
import type { Getter } from '#widget/lib/state.ts'

/** What name resolution gets from outside. */
export type NamePorts = {
  readonly ports: HttpPorts & Pick<Ports, 'chains' | 'log'>
  readonly api: ApiBase
  /** The zone of registered names. */
  readonly zone: string
}

/** The name ports of this deployment. */
export const namePorts = (get: Getter, ports: NamePorts['ports']): NamePorts => ({
  ports,
  api: get(blockchainApiAtom),
  zone: get(deployConfigAtom).nameZone,
})

/** The text of SPEC §8. */
export const unresolvedText = 'Error resolving name'

/** Two labels with a dot between them, the syntax of ENS names. */
const nameShape = /^[^\s.@/:]+(?:\.[^\s.@/:]+)*\.\p{L}{2,}$/u
const nameMaxLength = 255

/** Whether a text has the syntax of a name. */
export const isNameShaped = (text: string): boolean => text.length <= nameMaxLength && nameShape.test(text)

/** The avatar of a profile, unparsed. */
export function avatarOf({ attributes }: Profile): string | undefined {
  const all = Array.isArray(attributes) ? attributes : [attributes]
  return all.find((one) => one?.avatar !== undefined)?.avatar
}

/** Resolves a name of the API's registry. @throws WidgetError `http/*`. */
async function resolveRegisteredName(
  { ports, api }: NamePorts,
  name: string,
  chain: ChainId,
  signal: AbortSignal,
): Promise<ResolvedName> {
  try {
    const found = await fetchEndpoint(ports, api, getProfile, {
      params: { name },
      query: { apiVersion: '2' },
      signal,
    })
    const isRequested = found.name.toLowerCase() === name
    if (!isRequested) throw new WidgetError('http/invalid-response', 'The answer is about another name')
    return { name, address: accountOf(found.addresses, chain), avatar: avatarOf(found) }
  } catch (error) {
    if (httpStatusOf(error) === 404) return { name, address: undefined, avatar: undefined }
    throw error
  }
}

/**
 * Resolves a name: registered names by the API, others by the name service of the chain's namespace (ENS); by the API too if
 * a namespace has no service here (Solana). The address is in the chain's encoding.
 * @throws WidgetError `name/unresolved` ('Error resolving name'), `name/invalid`, `chain/unsupported` if no service resolves
 * names; the signal's reason.
 */
export async function resolveAccountName(
  names: NamePorts,
  typed: string,
  chain: ChainId,
  signal: AbortSignal,
): Promise<ResolvedName> {
  const lower = typed.trim().toLowerCase()
  const isRegistered = registeredLabel(lower, names.zone) !== undefined
  if (coinTypeOf(chain) === undefined) throw new WidgetError('chain/unsupported', 'No name service')
  if (isRegistered && !/^[a-z0-9.-]+$/.test(lower)) throw new WidgetError('name/invalid', 'Invalid name')
  try {
    const adapter = await names.ports.chains.adapter(namespaceOf(chain))
    const found =
      isRegistered || !adapter.resolveName
        ? await resolveRegisteredName(names, lower, chain, signal)
        : await adapter.resolveName(typed.trim(), chain, signal)
    return found.address === undefined ? found : { ...found, address: adapter.parseAddress(found.address) }
  } catch (cause) {
    signal.throwIfAborted()
    if (isWidgetError(cause, 'name/invalid')) throw cause
    throw new WidgetError('name/unresolved', unresolvedText, { cause })
  }
}
