import type { Namespace } from '#shared/caip/namespace.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { type Atom, atom, atomFamily } from '#widget/lib/state.ts'
import { type ApiCapability, isApiCapable } from './api-capabilities.ts'
import { portsAtom } from './ports.ts'

/**
 * What a chain itself can do. SPEC §6 lists balance and send for EVM and Solana; here it is whatever has an adapter that
 * can, so Polkadot, which the spec connects and whose chains tell balances and take transfers, has both too.
 */
const ofChain = {
  balance: 'nativeBalance',
  send: 'send',
} as const satisfies { readonly [name: string]: keyof ChainAdapter }

/** What may be possible with an account of one namespace and not with that of another. */
export type Capability = ApiCapability | keyof typeof ofChain

const isOfChain = (capability: Capability): capability is keyof typeof ofChain =>
  Object.hasOwn(ofChain, capability)

/** Whether something is possible in a namespace: the API supports it there, or its adapter has the member for it. */
export function isCapable(
  capability: Capability,
  namespace: Namespace,
  adapter: Partial<ChainAdapter> | undefined,
): boolean {
  return isOfChain(capability)
    ? adapter?.[ofChain[capability]] !== undefined
    : isApiCapable(capability, namespace)
}

type Asked = { readonly capability: Capability; readonly namespace: Namespace }

/**
 * Whether something is possible in a namespace. Of what its chain decides, true until the adapter is there to ask, so
 * that what nearly every chain can does not jump in.
 */
export const capabilityAtom = atomFamily(
  ({ capability, namespace }: Asked): Atom<boolean> => {
    if (!isOfChain(capability)) {
      const isSupported = isCapable(capability, namespace, undefined)
      return atom(() => isSupported)
    }
    const knownAtom = atom(true)
    const askedAtom = atom(
      (get) => get(knownAtom),
      async (get, set) => {
        const { chains } = get(portsAtom)
        set(
          knownAtom,
          await chains.adapter(namespace).then(
            (adapter) => isCapable(capability, namespace, adapter),
            () => false,
          ),
        )
      },
    )
    askedAtom.onMount = (ask) => {
      void ask()
    }
    return askedAtom
  },
  (left: Asked, right: Asked) => left.capability === right.capability && left.namespace === right.namespace,
)
