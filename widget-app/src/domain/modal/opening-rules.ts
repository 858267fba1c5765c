import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import type { BlockCode } from '#widget/core/verify-origin.ts'
import { requestedView, type View } from '#widget/core/view.ts'

/** What the opening rules depend on. */
export type OpeningFacts = {
  /** Set if the widget is blocked: the stop screen takes precedence over every rule. */
  readonly blocked: BlockCode | undefined
  readonly activeNamespace: Namespace | undefined
  /** Namespaces with a connected address. */
  readonly connected: readonly Namespace[]
  /** The selected network of the requested namespace, if any. */
  readonly requestedNetwork: ChainId | undefined
  /** The host controls WalletConnect itself; a request with a URI implies it. */
  readonly manualWalletConnect: boolean
  /** Whether any namespace of the configuration has an adapter. */
  readonly hasAdapters: boolean
  readonly isPhone: boolean
  /** The sign-in view that must come first for the connected account (SPEC §4 sign-in flow 1–2). */
  readonly signInFirst: View | undefined
}

/** SPEC §2 rule 2: the view for a request that names another namespace than the active one, if any. */
function networkSwitch(request: OpenRequest, facts: OpeningFacts): View | undefined {
  const { namespace } = request
  // With nothing connected there is nothing to switch from: Connect opens for the requested namespace.
  if (namespace === undefined || namespace === facts.activeNamespace || facts.connected.length === 0)
    return undefined
  if (!facts.connected.includes(namespace)) return { name: 'SwitchActiveChain', namespace }
  return facts.requestedNetwork === undefined
    ? undefined
    : { name: 'SwitchNetwork', chainId: facts.requestedNetwork }
}

/** The view that the modal opens with: rules 1 to 5 of SPEC §2, in the order of that text. */
export function initialView(request: OpenRequest, facts: OpeningFacts): View {
  if (facts.blocked !== undefined) return { name: 'Blocked', code: facts.blocked }
  const isConnected = facts.connected.length > 0
  if (facts.signInFirst && isConnected) return facts.signInFirst
  return (
    requestedView(request) ??
    networkSwitch(request, facts) ??
    (facts.manualWalletConnect || request.uri !== undefined || (!facts.hasAdapters && !isConnected)
      ? { name: facts.isPhone ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
      : { name: isConnected ? 'Account' : 'Connect' })
  )
}
