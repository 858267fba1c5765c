import type { LiteSVM } from 'litesvm'
import type { WebSocket } from 'ws'
import * as z from '#shared/zod.ts'
import { accountAt, accountJson } from './account-json.ts'
import type { LandedTransaction, Ledger } from './ledger.ts'
import { addressParam, commonConfig, defaultCommitment, defineMethod, signatureParam } from './method.ts'
import type { Slots } from './slots.ts'

/** One subscription of one socket. */
type Subscription = {
  readonly id: number
  readonly socket: WebSocket
  readonly onSlot?: () => void
  readonly onLanded?: (landed: LandedTransaction) => void
}

export type Subscriptions = {
  /** Calls a subscription method for a socket; returns undefined for other methods. */
  readonly call: (
    socket: WebSocket,
    name: string,
    params: readonly unknown[],
  ) => { readonly result: unknown } | undefined
  /** Ends the subscriptions of a closed socket. */
  readonly removeSocket: (socket: WebSocket) => void
  /** Notifies subscribers after a new slot. */
  readonly notifySlot: () => void
}

const config = z.optional(commonConfig)
const logsFilter = z.union([z.enum(['all', 'allWithVotes']), z.object({ mentions: z.tuple([addressParam]) })])

/** Creates the subscriptions of WebSocket clients: to signatures, accounts, logs, programs and slots. */
export function createSubscriptions(svm: LiteSVM, slots: Slots, ledger: Ledger): Subscriptions {
  const active = new Map<number, Subscription>()
  let lastId = 0

  function notify({ id, socket }: Subscription, name: string, result: unknown): void {
    if (socket.readyState !== socket.OPEN) return
    const params = { result, subscription: id }
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: `${name}Notification`, params }))
  }
  const withContext = (value: unknown) => ({ context: { apiVersion: '2.1.0', slot: slots.slot() }, value })

  /** Adds a subscription and returns its id. Its callbacks read the subscription by `self`. */
  function addSubscription(
    socket: WebSocket,
    createCallbacks: (self: () => Subscription) => Omit<Subscription, 'id' | 'socket'>,
  ): number {
    lastId += 1
    const id = lastId
    const base = { id, socket }
    active.set(id, { ...base, ...createCallbacks(() => base) })
    return id
  }

  const subscribers: Readonly<Record<string, (socket: WebSocket, params: readonly unknown[]) => unknown>> = {
    signatureSubscribe: (socket, params) =>
      defineMethod(z.tuple([signatureParam, config]), ([signature, options]) =>
        addSubscription(socket, (self) => ({
          onSlot: () => {
            const landed = ledger.find(signature)
            if (!landed || !slots.hasReached(landed.slot, options?.commitment ?? defaultCommitment)) return
            notify(self(), 'signature', withContext({ err: landed.error }))
            active.delete(self().id)
          },
        })),
      )(params),
    accountSubscribe: (socket, params) =>
      defineMethod(z.tuple([addressParam, config]), ([address, options]) =>
        addSubscription(socket, (self) => ({
          onLanded: ({ keys }) => {
            if (!keys.all.includes(address)) return
            const account = accountJson(svm, accountAt(svm, address), options?.encoding ?? 'base58')
            notify(self(), 'account', withContext(account))
          },
        })),
      )(params),
    logsSubscribe: (socket, params) =>
      defineMethod(z.tuple([logsFilter, config]), ([filter]) =>
        addSubscription(socket, (self) => ({
          onLanded: ({ keys, signature, error, sent }) => {
            if (typeof filter === 'object' && !keys.all.includes(filter.mentions[0])) return
            notify(self(), 'logs', withContext({ signature, err: error, logs: sent?.result.logs() ?? [] }))
          },
        })),
      )(params),
    programSubscribe: (socket, params) =>
      defineMethod(z.tuple([addressParam, config]), ([program, options]) =>
        addSubscription(socket, (self) => ({
          onLanded: ({ keys }) => {
            for (const pubkey of keys.all) {
              const account = accountAt(svm, pubkey)
              if (account?.programAddress !== program) continue
              const value = { pubkey, account: accountJson(svm, account, options?.encoding ?? 'base58') }
              notify(self(), 'program', withContext(value))
            }
          },
        })),
      )(params),
    slotSubscribe: (socket) =>
      addSubscription(socket, (self) => ({
        onSlot: () => {
          const slot = slots.slot()
          notify(self(), 'slot', { slot, parent: slot - 1, root: slots.slotAt('finalized') })
        },
      })),
  }

  ledger.watch((landed) => {
    for (const subscription of active.values()) subscription.onLanded?.(landed)
  })
  return {
    call(socket, name, params) {
      const subscribe = Object.hasOwn(subscribers, name) ? subscribers[name] : undefined
      if (subscribe !== undefined) return { result: subscribe(socket, params) }
      if (!/^(?:signature|account|logs|program|slot)Unsubscribe$/.test(name)) return undefined
      const id = params[0]
      return { result: typeof id === 'number' && active.get(id)?.socket === socket && active.delete(id) }
    },
    removeSocket(socket) {
      for (const [id, subscription] of active) if (subscription.socket === socket) active.delete(id)
    },
    notifySlot() {
      for (const subscription of [...active.values()]) subscription.onSlot?.()
    },
  }
}
