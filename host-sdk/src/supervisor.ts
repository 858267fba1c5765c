import * as z from 'zod/mini'
import type { Clock } from '../../shared/channel/clock.ts'
import type { WidgetMethods } from '../../shared/channel/contract.ts'
import { unreachable } from '../../shared/channel/handshake.ts'
import type { CloseReason } from '../../shared/channel/link.ts'
import type { ParamsIn, ResultOut } from '../../shared/channel/method.ts'
import { probeMs, reconnectBackoffMs, reconnectLimit, reconnectWindowMs } from '../../shared/config/limits.ts'
import { isProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import type { HostLink } from './host-link.ts'

const lostReason = z.object({ reason: z.literal('unreachable') })

/** Where the widget's document stands. */
type Phase =
  | { readonly is: 'cold' }
  | { readonly is: 'connecting'; readonly link: Promise<HostLink>; readonly stop: () => void }
  | { readonly is: 'ready'; readonly link: HostLink }
  | { readonly is: 'destroyed' }

export type Supervisor = {
  /** Creates the frame if there is none; errors wait for whoever needs the link. */
  warm(): void
  /**
   * Calls the widget, creating its frame first where needed. A read or view call whose link is lost is repeated once
   * on the next link; a prompt never is (channel §6.5).
   */
  call<Name extends keyof WidgetMethods>(
    name: Name,
    params: ParamsIn<WidgetMethods[Name]>,
    signal?: AbortSignal,
  ): Promise<ResultOut<WidgetMethods[Name]>>
  /** Whether any call waits for an answer. */
  isAwaited(): boolean
  /** The link, while there is one. */
  link(): HostLink | undefined
  /** The frame's document is gone (second load, removed, suspect): start over. */
  lose(): void
  destroy(): void
}

/**
 * Keeps one widget document alive: connects on demand, notices losses, reconnects with back-off (at once, then 0.5, 1,
 * 2, 4 s; at most four in five minutes) and carries calls over a reconnect where that is safe.
 */
export function supervise(options: {
  readonly clock: Clock
  /** Builds a frame and a link to it; aborted by the signal. */
  readonly connect: (signal: AbortSignal, onClose: (reason: CloseReason) => void) => Promise<HostLink>
  /** Somebody is waiting, or the modal is on screen: a lost link must come back by itself. */
  readonly isNeeded: () => boolean
  readonly onLost: () => void
}): Supervisor {
  const { clock } = options
  let phase: Phase = { is: 'cold' }
  let losses: number[] = []
  let cancelRetry = () => {}
  let pending = 0
  let wokeAt = Number.NEGATIVE_INFINITY

  const onClose = (reason: CloseReason) => {
    if (phase.is !== 'ready') return
    phase = { is: 'cold' }
    if (reason === 'closing') return
    options.onLost()
    losses = [...losses.filter((at) => clock.now() - at < reconnectWindowMs), clock.now()]
    if (reason === 'strike' || reason === 'pagehide' || losses.length > reconnectLimit || !options.isNeeded())
      return
    const wait = losses.length === 1 ? 0 : (reconnectBackoffMs[losses.length - 2] ?? 4_000)
    cancelRetry = clock.after(wait, () => supervisor.warm())
  }

  const connect = (): Promise<HostLink> => {
    const abort = new AbortController()
    const link = options.connect(abort.signal, onClose).then(
      (connected) => {
        phase = { is: 'ready', link: connected }
        return connected
      },
      (error: unknown) => {
        if (phase.is === 'connecting') phase = { is: 'cold' }
        throw error
      },
    )
    phase = { is: 'connecting', link, stop: () => abort.abort(unreachable()) }
    // Nobody may be waiting yet (warm-up): the error is for the next caller, who connects anew.
    link.catch(() => {})
    return link
  }

  const ready = async (): Promise<HostLink> => {
    cancelRetry()
    if (phase.is === 'ready') return phase.link
    if (phase.is === 'destroyed') throw unreachable()
    return phase.is === 'connecting' ? phase.link : connect()
  }

  /** A call the peer never answered because the link went; a prompt would say `unknown-outcome` instead. */
  const wasLost = (error: unknown) =>
    isProviderRpcError(error, providerCodes.disconnected) && lostReason.safeParse(error.data).success

  /** Ask for signs of life when somebody starts to wait, but not for each of a thousand quick reads. */
  const wake = (link: HostLink) => {
    if (pending > 1 || clock.now() - wokeAt < probeMs) return
    wokeAt = clock.now()
    link.wake()
  }

  const supervisor: Supervisor = {
    warm: () => {
      if (phase.is === 'cold') void connect()
    },
    call: async (name, params, signal) => {
      pending += 1
      try {
        const link = await ready()
        wake(link)
        try {
          return await link.call(name, params, { signal })
        } catch (error) {
          if (!wasLost(error)) throw error
          return await (await ready()).call(name, params, { signal })
        }
      } finally {
        pending -= 1
      }
    },
    isAwaited: () => pending > 0,
    link: () => (phase.is === 'ready' ? phase.link : undefined),
    lose: () => {
      if (phase.is === 'ready') phase.link.close('lost')
      else if (phase.is === 'connecting') phase.stop()
    },
    destroy: () => {
      cancelRetry()
      const last = phase
      phase = { is: 'destroyed' }
      if (last.is === 'ready') last.link.close('closing')
      if (last.is === 'connecting') last.stop()
    },
  }
  return supervisor
}
