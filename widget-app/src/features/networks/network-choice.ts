import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Network } from '#shared/config/network.ts'
import type { View } from '#widget/core/view.ts'
import { searchText } from '#widget/lib/text/search-text.ts'

export type ChoiceFacts = {
  /** The network in use now. */
  readonly current: ChainId | undefined
  /** The network each connected wallet is on, by namespace. */
  readonly connected: ReadonlyMap<Namespace, ChainId>
}

/** What choosing a network leads to. */
export type Choice =
  /** It is in use already. */
  | { readonly is: 'stay' }
  /** Nothing has to be asked: it becomes the chosen one. */
  | { readonly is: 'choose' }
  | { readonly is: 'show'; readonly view: View }

/**
 * What choosing a network leads to (SPEC §4): a connected wallet is asked in SwitchNetwork; without a wallet the choice
 * alone changes; connected elsewhere, but with no address there, SwitchActiveChain is shown.
 */
export function chooseNetwork(target: ChainId, { current, connected }: ChoiceFacts): Choice {
  if (target === current) return { is: 'stay' }
  const namespace = namespaceOf(target)
  const there = connected.get(namespace)
  if (there !== undefined && there !== target)
    return { is: 'show', view: { name: 'SwitchNetwork', chainId: target } }
  if (there === undefined && connected.size > 0)
    return { is: 'show', view: { name: 'SwitchActiveChain', namespace, chainId: target } }
  return { is: 'choose' }
}

/** Networks as a list shows them: the current one first, real ones before test networks, matching the search. */
export function listNetworks(
  networks: readonly Network[],
  current: ChainId | undefined,
  search: string,
): readonly Network[] {
  const wanted = searchText(search)
  const matching = networks.filter(({ name }) => searchText(name).includes(wanted))
  const rank = ({ id, testnet, local }: Network) => (id === current ? 0 : testnet || local ? 2 : 1)
  return [...matching].sort((left, right) => rank(left) - rank(right))
}

/** More networks than this get a search field. */
export const searchAboveCount = 8
