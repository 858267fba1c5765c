import { type CheckVerdict, failed, warning } from './check-verdict.ts'

/** What is wrong with one chain of the gateway. */
export type ChainVerdict = {
  /** CAIP-2. */
  readonly chainId: string
  readonly fault:
    | { readonly is: 'no-answer'; readonly reason: string }
    /** The identity that the answer states is that of another chain. */
    | { readonly is: 'other-chain'; readonly result: string }
}

/** Name of a bundled or configured network; undefined for any other. */
export type NameOf = (chainId: string) => string | undefined

/** A chain as a person reads it: `Ethereum (eip155:1)`. */
export const chainLabel = (chainId: string, nameOf: NameOf): string => {
  const name = nameOf(chainId)
  return name === undefined ? chainId : `${name} (${chainId})`
}

/** A reason without what differs from chain to chain: the id of the request, and the chain itself. */
const kindOf = (reason: string, chainId: string): string =>
  reason.replace(/ ?\(request [\w-]+\)/, '').replaceAll(chainId, 'this chain')

/** Chains without an answer, by the kind of the reason, each with the first reason as it was given. */
function silentChains(faults: readonly ChainVerdict[]) {
  const kinds = new Map<string, { readonly reason: string; readonly chainIds: string[] }>()
  for (const { chainId, fault } of faults) {
    if (fault.is !== 'no-answer') continue
    const kind = kindOf(fault.reason, chainId)
    const known = kinds.get(kind) ?? { reason: fault.reason, chainIds: [] }
    known.chainIds.push(chainId)
    kinds.set(kind, known)
  }
  return kinds
}

/** Why chains have no answer: each kind of reason once. */
export const silenceReasons = (faults: readonly ChainVerdict[]): string =>
  [...silentChains(faults).keys()].join('; ')

/**
 * One finding for each kind of fault, with the chains that have it. A chain that does not answer is a warning, since public nodes
 * fail at times; one that answers as another chain is an error.
 */
export function chainVerdicts(
  check: string,
  faults: readonly ChainVerdict[],
  nameOf: NameOf,
): readonly CheckVerdict[] {
  const labels = (chainIds: readonly string[]) => chainIds.map((id) => chainLabel(id, nameOf)).join(', ')
  const others = faults.flatMap(({ chainId, fault }) =>
    fault.is === 'other-chain' ? [{ chainId, result: fault.result }] : [],
  )
  const remedyOf = (chainIds: readonly string[]) =>
    chainIds.length === 1
      ? `Set other rpcUrls for ${chainIds[0]} in networks`
      : 'Set other rpcUrls for each of them in networks'
  return [
    ...(others.length === 0
      ? []
      : [
          failed(
            check,
            others.length === 1
              ? `answers for ${labels(others.map(({ chainId }) => chainId))} from another chain, ${others[0]?.result}`
              : `answers for ${others.length} chains from other chains: ${others
                  .map(({ chainId, result }) => `${chainLabel(chainId, nameOf)} from ${result}`)
                  .join(', ')}`,
            remedyOf(others.map(({ chainId }) => chainId)),
          ),
        ]),
    ...[...silentChains(faults)].map(([kind, { reason, chainIds }]) =>
      chainIds.length === 1
        ? warning(check, `has no answer of ${labels(chainIds)}: ${reason}`, remedyOf(chainIds))
        : warning(
            check,
            `has no answer of ${chainIds.length} chains (${kind}): ${labels(chainIds)}`,
            remedyOf(chainIds),
          ),
    ),
  ]
}
