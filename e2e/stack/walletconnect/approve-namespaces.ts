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
export type Offer = {
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
  wanted: readonly RequestedNamespaces[],
  offers: readonly Offer[],
  only?: readonly string[],
): ApprovedNamespaces {
  const wishes = wanted.flatMap((each) => Object.entries(each))
  const granted: ApprovedNamespaces = {}
  for (const { namespace, accounts, methods, events } of offers) {
    const own = wishes.filter(([key]) => key.split(':')[0] === namespace)
    const isAllowed = (chain: string) =>
      only === undefined || only.includes(namespace) || only.includes(chain)
    const chains = unique(
      own.flatMap(([key, { chains: named }]) => named ?? (key.includes(':') ? [key] : [])),
    )
    const common = chains.filter((chain) => Object.hasOwn(accounts, chain) && isAllowed(chain))
    if (common.length === 0) continue
    granted[namespace] = {
      chains: common,
      accounts: common.flatMap((chain) => accounts[chain] ?? []),
      methods: unique(own.flatMap(([, wish]) => wish.methods)).filter((name) => methods.includes(name)),
      events: unique(own.flatMap(([, wish]) => wish.events)).filter((name) => events.includes(name)),
    }
  }
  return granted
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
