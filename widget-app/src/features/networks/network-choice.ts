import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Network } from '#shared/config/network.ts'
import type { View } from '#widget/core/view.ts'
import { searchText } from '#widget/lib/text/search-text.ts'

export type ChoiceInput = {
  /** The active network. */
  readonly current: ChainId | undefined
  /** The chain of each connected wallet, by namespace. */
  readonly connected: ReadonlyMap<Namespace, ChainId>
}

/** The effect of selecting a network. */
export type Choice =
  /** It is active already. */
  | { readonly is: 'stay' }
  /** No request is needed: it becomes the selected one. */
  | { readonly is: 'choose' }
  | { readonly is: 'show'; readonly view: View }

/**
 * Returns the effect of selecting a network (SPEC §4): a connected wallet opens SwitchNetwork; without a wallet only the
 * selection changes; a wallet without an account in that namespace opens SwitchActiveChain.
 */
export function resolveChoice(target: ChainId, { current, connected }: ChoiceInput): Choice {
  if (target === current) return { is: 'stay' }
  const namespace = namespaceOf(target)
  const connectedChain = connected.get(namespace)
  if (connectedChain !== undefined && connectedChain !== target)
    return { is: 'show', view: { name: 'SwitchNetwork', chainId: target } }
  if (connectedChain === undefined && connected.size > 0)
    return { is: 'show', view: { name: 'SwitchActiveChain', namespace, chainId: target } }
  return { is: 'choose' }
}

/** Sorts networks for a list: the current one first, test networks last, filtered by the search. */
export function listNetworks(
  networks: readonly Network[],
  current: ChainId | undefined,
  search: string,
): readonly Network[] {
  const query = searchText(search)
  const matching = networks.filter(({ name }) => searchText(name).includes(query))
  const rank = ({ id, testnet, local }: Network) => (id === current ? 0 : testnet || local ? 2 : 1)
  return [...matching].sort((left, right) => rank(left) - rank(right))
}

/** Longer lists get a search field. */
export const searchAboveCount = 8
