import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { switchNetworkAtom } from '#widget/domain/connections/switch-network.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { atom, atomFamily, promptAtom } from '#widget/lib/state.ts'
import { runSwitchAttempt } from './actions.ts'
import { afterSwitch } from './after-switch.ts'
import { nextState, type SwitchState } from './model.ts'
import { resolveChoice } from './network-choice.ts'

/** How long the success tick is shown before the view closes, in milliseconds. */
export const successShownMs = 700

/** The chain of each connected wallet. */
const connectedChainsAtom = atom((get): ReadonlyMap<Namespace, ChainId> => {
  const current = Object.values(get(connectionsAtom)).flatMap((state) => currentConnection(state) ?? [])
  return new Map(current.map(({ namespace, chain }) => [namespace, chain]))
})

/** The row of a namespace's connected wallet. */
export const connectedRowAtom = atomFamily((namespace: Namespace) =>
  atom((get) => {
    const current = currentConnection(get(connectionsAtom)[namespace])
    return current && get(walletByIdAtom(current.walletId))
  }),
)

type PendingSwitch = { readonly chainId: ChainId; readonly result: Promise<void> }
const pendingSwitchAtom = atom<PendingSwitch | undefined>(undefined)

/** The network that is requested from the wallet, even after its view unmounted. */
export const requestedNetworkAtom = atom((get): ChainId | undefined => get(pendingSwitchAtom)?.chainId)

/** Sends one request per network: a second caller gets the same promise. */
const requestSwitchAtom = atom(null, (get, set, chainId: ChainId): Promise<void> => {
  const pending = get(pendingSwitchAtom)
  if (pending?.chainId === chainId) return pending.result
  const result = set(switchNetworkAtom, chainId)
  const started: PendingSwitch = { chainId, result }
  const clear = () => {
    if (get(pendingSwitchAtom) === started) set(pendingSwitchAtom, undefined)
  }
  set(pendingSwitchAtom, started)
  result.then(clear, clear)
  return result
})

/** Closes the switch views: back to the user's previous task, otherwise the modal. */
const closeSwitchViewsAtom = atom(null, (get, set) => {
  const after = afterSwitch(get(viewStackAtom))
  if (after.is === 'close') set(dismissModalAtom)
  else if (after.is === 'account') set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  else for (let step = 0; step < after.steps; step += 1) set(viewStackAtom, { to: 'back' })
})

/** Mounted with the success tick: closes the views after a delay. */
export const closeAfterSuccessAtom = atom(
  () => undefined,
  (get, set) => get(portsAtom).clock.after(successShownMs, () => set(closeSwitchViewsAtom)),
)
closeAfterSuccessAtom.onMount = (start) => start()

/** Selects a network of a list. Opens a view if a wallet has to approve it. */
export const selectNetworkAtom = promptAtom(null, (get, set, chainId: ChainId) => {
  const connected = get(connectedChainsAtom)
  const choice = resolveChoice(chainId, { current: get(activeChainAtom), connected })
  if (choice.is === 'show') {
    set(viewStackAtom, { to: 'push', view: choice.view })
    return
  }
  if (choice.is === 'choose') void set(switchNetworkAtom, chainId)
  set(closeSwitchViewsAtom)
})

/** `show` and `start` send the request; `leave` stops waiting for it. */
export type SwitchCommand = 'show' | 'start' | 'leave'

/** An attempt to switch to one network. It starts when the view mounts and is aborted when it unmounts. */
export const switchingAtom = atomFamily((chainId: ChainId) => {
  const machineStateAtom = atom<SwitchState>({ is: 'opening' })
  const attemptAtom = atom<AbortController | undefined>(undefined)

  // A change made in the wallet itself also completes the attempt.
  const stateAtom = atom((get): SwitchState => {
    const isOnNetwork = get(connectedChainsAtom).get(namespaceOf(chainId)) === chainId
    return isOnNetwork ? { is: 'done' } : get(machineStateAtom)
  })

  const startAtom = atom(null, async (get, set): Promise<void> => {
    const { clock, chains } = get(portsAtom)
    const attempt = new AbortController()
    get(attemptAtom)?.abort()
    set(attemptAtom, attempt)
    await runSwitchAttempt(
      {
        clock,
        prepare: () => chains.adapter(namespaceOf(chainId)),
        request: () => set(requestSwitchAtom, chainId),
      },
      (event) => set(machineStateAtom, nextState(get(machineStateAtom), event)),
      attempt.signal,
    )
  })

  const switchingAtom = promptAtom(
    (get) => get(stateAtom),
    (get, set, command: SwitchCommand) => {
      if (command === 'leave') {
        get(attemptAtom)?.abort()
        set(attemptAtom, undefined)
        set(machineStateAtom, { is: 'opening' })
        return
      }
      void set(startAtom)
    },
  )
  switchingAtom.onMount = (send) => {
    send('show')
    return () => send('leave')
  }
  return switchingAtom
})
