import type { Namespace } from '#shared/caip/namespace.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { type Atom, atom, atomFamily } from '#widget/lib/state.ts'
import { type ApiCapability, isApiCapable } from './api-capabilities.ts'
import { portsAtom } from './ports.ts'

/**
 * What a chain adapter itself supports. SPEC §6 lists balance and send for EVM and Solana; here every namespace has them if
 * its adapter does. So Polkadot, which the spec only connects, has both too.
 */
const chainCapabilities = {
  balance: 'nativeBalance',
  send: 'send',
} as const satisfies { readonly [name: string]: keyof ChainAdapter }

/** A capability that the accounts of one namespace can have and those of another lack. */
export type Capability = ApiCapability | keyof typeof chainCapabilities

const isOfChain = (capability: Capability): capability is keyof typeof chainCapabilities =>
  Object.hasOwn(chainCapabilities, capability)

/** Whether a namespace has a capability: the API supports it there, or its adapter has the member for it. */
export function isCapable(
  capability: Capability,
  namespace: Namespace,
  adapter: Partial<ChainAdapter> | undefined,
): boolean {
  return isOfChain(capability)
    ? adapter?.[chainCapabilities[capability]] !== undefined
    : isApiCapable(capability, namespace)
}

type CapabilityKey = { readonly capability: Capability; readonly namespace: Namespace }

/**
 * Whether a namespace has a capability. A capability of the chain is true until its adapter is loaded, because nearly every
 * chain has it: the control for it does not appear late.
 */
export const capabilityAtom = atomFamily(
  ({ capability, namespace }: CapabilityKey): Atom<boolean> => {
    if (!isOfChain(capability)) {
      const isSupported = isCapable(capability, namespace, undefined)
      return atom(() => isSupported)
    }
    const supportAtom = atom(true)
    const loadedSupportAtom = atom(
      (get) => get(supportAtom),
      async (get, set) => {
        const { chains } = get(portsAtom)
        set(
          supportAtom,
          await chains.adapter(namespace).then(
            (adapter) => isCapable(capability, namespace, adapter),
            () => false,
          ),
        )
      },
    )
    loadedSupportAtom.onMount = (load) => {
      void load()
    }
    return loadedSupportAtom
  },
  (left: CapabilityKey, right: CapabilityKey) =>
    left.capability === right.capability && left.namespace === right.namespace,
)
