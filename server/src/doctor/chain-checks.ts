import { type CheckVerdict, failed, warning } from './check-verdict.ts'

/** A failed check of one chain of the gateway. */
export type ChainVerdict = {
  /** CAIP-2. */
  readonly chainId: string
  readonly failure:
    | { readonly is: 'no-answer'; readonly reason: string }
    /** The response contains the identity of another chain. */
    | { readonly is: 'other-chain'; readonly result: string }
}

/** Returns the name of a bundled or configured network; undefined for any other. */
export type NameOf = (chainId: string) => string | undefined

/** A readable label of a chain: `Ethereum (eip155:1)`. */
export const chainLabel = (chainId: string, nameOf: NameOf): string => {
  const name = nameOf(chainId)
  return name === undefined ? chainId : `${name} (${chainId})`
}

/** A reason without the parts that differ by chain: the request id, and the chain itself. */
const kindOf = (reason: string, chainId: string): string =>
  reason.replace(/ ?\(request [\w-]+\)/, '').replaceAll(chainId, 'this chain')

/** Chains without a response, grouped by kind of reason, each with the first reason unchanged. */
function unresponsiveChains(failedChains: readonly ChainVerdict[]) {
  const kinds = new Map<string, { readonly reason: string; readonly chainIds: string[] }>()
  for (const { chainId, failure } of failedChains) {
    if (failure.is !== 'no-answer') continue
    const kind = kindOf(failure.reason, chainId)
    const group = kinds.get(kind) ?? { reason: failure.reason, chainIds: [] }
    group.chainIds.push(chainId)
    kinds.set(kind, group)
  }
  return kinds
}

/** Why chains did not respond: each kind of reason once. */
export const failureReasons = (failedChains: readonly ChainVerdict[]): string =>
  [...unresponsiveChains(failedChains).keys()].join('; ')

/**
 * One verdict per kind of failure, with its chains. A chain that does not respond is a warning, because public nodes fail at
 * times; one that responds as another chain is an error.
 */
export function chainVerdicts(
  check: string,
  failedChains: readonly ChainVerdict[],
  nameOf: NameOf,
): readonly CheckVerdict[] {
  const labels = (chainIds: readonly string[]) => chainIds.map((id) => chainLabel(id, nameOf)).join(', ')
  const others = failedChains.flatMap(({ chainId, failure }) =>
    failure.is === 'other-chain' ? [{ chainId, result: failure.result }] : [],
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
    ...[...unresponsiveChains(failedChains)].map(([kind, { reason, chainIds }]) =>
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
