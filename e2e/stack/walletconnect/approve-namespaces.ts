/** The namespaces that a dApp requests; a key such as `eip155:1` is also the only chain. */
export type RequestedNamespaces = Readonly<
  Record<
    string,
    {
      readonly chains?: readonly string[]
      readonly methods: readonly string[]
      readonly events: readonly string[]
    }
  >
>

/** What a wallet supports in a namespace; accounts are CAIP-10, by CAIP-2 chain. */
export type SupportedNamespace = {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly accounts: Readonly<Record<string, string>>
}

export type ApprovedNamespaces = Record<
  string,
  { chains: string[]; accounts: string[]; methods: string[]; events: string[] }
>

/**
 * The session namespaces that a wallet approves (CAIP-25): the requested chains, methods and events that it supports, limited to
 * `only`. Namespaces without a chain are absent.
 */
export function approveNamespaces(
  requested: readonly RequestedNamespaces[],
  supported: readonly SupportedNamespace[],
  only?: readonly string[],
): ApprovedNamespaces {
  const requestedEntries = requested.flatMap((each) => Object.entries(each))
  const approved: ApprovedNamespaces = {}
  for (const { namespace, accounts, methods, events } of supported) {
    const entries = requestedEntries.filter(([key]) => key.split(':')[0] === namespace)
    const isAllowed = (chain: string) =>
      only === undefined || only.includes(namespace) || only.includes(chain)
    const chains = unique(
      entries.flatMap(
        ([key, { chains: requestedChains }]) => requestedChains ?? (key.includes(':') ? [key] : []),
      ),
    )
    const sharedChains = chains.filter((chain) => Object.hasOwn(accounts, chain) && isAllowed(chain))
    if (sharedChains.length === 0) continue
    approved[namespace] = {
      chains: sharedChains,
      accounts: sharedChains.flatMap((chain) => accounts[chain] ?? []),
      methods: unique(entries.flatMap(([, request]) => request.methods)).filter((name) =>
        methods.includes(name),
      ),
      events: unique(entries.flatMap(([, request]) => request.events)).filter((name) =>
        events.includes(name),
      ),
    }
  }
  return approved
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
