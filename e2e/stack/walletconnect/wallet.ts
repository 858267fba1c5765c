import { Worker } from 'node:worker_threads'
import * as z from '#shared/zod.ts'
import type { ApprovedNamespaces } from './approve-namespaces.ts'
import {
  reportSchema,
  type WalletCommand,
  type WalletPrompt,
  type WalletSession,
  type WalletSetup,
} from './thread-messages.ts'
import { approveAllScript, type UserDecision, type WalletScript } from './wallet-script.ts'

/** A WalletConnect wallet with real keys and a script in place of the user. */
export type WalletConnectWallet = {
  readonly name: string
  /** Addresses by CAIP-2 chain, in the order of the keys; the first is active. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  /** All proposals, sign-ins and requests of dApps, in order. */
  readonly prompts: readonly WalletPrompt[]
  /** Ids of the prompts that are undecided, because a script ignored them. */
  readonly waiting: () => readonly number[]
  readonly sessions: () => readonly WalletSession[]
  /** External hosts to which a connection of the kit was blocked; expected to be empty. */
  readonly blockedHosts: readonly string[]
  /** Calls the listener after each report of the thread, until the returned function is called. */
  readonly onChange: (listener: () => void) => () => void
  /** Messages of errors in the thread. */
  readonly errors: readonly string[]
  /** Executes a command. */
  readonly perform: (command: WalletCommand) => Promise<void>
  /** Replaces the script; absent members approve. */
  readonly script: (script: Partial<WalletScript>) => Promise<void>
  /** Pairs with a `wc:` URI. Rejects when the kit does not accept it. */
  readonly pair: (uri: string) => Promise<void>
  /** Decides one pending prompt, as the user. */
  readonly respond: (id: number, decision: UserDecision) => Promise<void>
  /** Decides all pending prompts by the current script. */
  readonly respondToWaiting: () => Promise<void>
  /**
   * Resolves when all earlier reports of the wallet have arrived. A dApp can receive a response before this thread receives the
   * report of its request.
   */
  readonly synchronize: () => Promise<void>
  readonly deleteSessions: () => Promise<void>
  /** Selects another key of a namespace: session_update, then accountsChanged. */
  readonly changeAccount: (namespace: string, at: number) => Promise<void>
  /** Switches to a chain: session_update if it was not approved, then chainChanged. */
  readonly changeChain: (chainId: string) => Promise<void>
  /** Approves another part of the requested namespaces, and `namespaces` unchanged: session_update. */
  readonly updateNamespaces: (only: readonly string[], namespaces?: ApprovedNamespaces) => Promise<void>
  /** Terminates the wallet's thread with its sockets and timers. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a wallet of the official wallet kit; resolves when it can pair. It runs in a worker thread, because the kit has no way
 * to release its globals, timers and sockets.
 */
export async function createWalletConnectWallet(setup: WalletSetup): Promise<WalletConnectWallet> {
  const worker = new Worker(new URL('./wallet-thread.mjs', import.meta.url), {
    workerData: setup,
    // Otherwise the kit calls external hosts: at its start, and for each proposal, to verify the dApp.
    env: { ...process.env, IS_VITEST: 'true' },
  })
  const prompts: WalletPrompt[] = []
  const blockedHosts: string[] = []
  const errors: string[] = []
  let sessions: readonly WalletSession[] = []
  let waiting: readonly number[] = []
  let lastId = 0
  const pendingCommands = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()

  const listeners = new Set<() => void>()
  worker.on('message', () => {
    // After the listener below has processed the report.
    queueMicrotask(() => {
      for (const listener of [...listeners]) listener()
    })
  })

  const ready = new Promise<Record<string, string[]>>((resolve, reject) => {
    worker.on('error', reject)
    worker.once('exit', () => reject(new Error(`${setup.name} ended before it was ready`)))
    worker.on('message', (message: unknown) => {
      const report = z.parse(reportSchema, message)
      switch (report.is) {
        case 'ready':
          return resolve(report.addresses)
        case 'asked':
          return void prompts.push(report.asked)
        case 'sessions':
          sessions = report.sessions
          return
        case 'waiting':
          waiting = report.ids
          return
        case 'outside':
          return void blockedHosts.push(report.host)
        case 'problem':
          return void errors.push(report.message)
        case 'done': {
          const pendingCommand = pendingCommands.get(report.id)
          pendingCommands.delete(report.id)
          if (report.error === undefined) pendingCommand?.resolve()
          else pendingCommand?.reject(new Error(report.error))
        }
      }
    })
  })
  let status: 'running' | 'stopped' = 'running'
  worker.once('exit', () => {
    status = 'stopped'
    for (const pendingCommand of pendingCommands.values())
      pendingCommand.reject(new Error(`${setup.name} has stopped`))
    pendingCommands.clear()
  })

  function perform(command: WalletCommand): Promise<void> {
    if (status === 'stopped') return Promise.reject(new Error(`${setup.name} has stopped`))
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      pendingCommands.set(id, { resolve, reject })
      worker.postMessage({ id, command })
    })
  }

  return {
    name: setup.name,
    addresses: await ready,
    prompts,
    perform,
    sessions: () => sessions,
    waiting: () => waiting,
    blockedHosts,
    errors,
    script: (script) => perform({ is: 'script', script: { ...approveAllScript, ...script } }),
    pair: (uri) => perform({ is: 'pair', uri }),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    respond: (id, decision) => perform({ is: 'answer', id, decision }),
    respondToWaiting: () => perform({ is: 'answer-waiting' }),
    synchronize: () => perform({ is: 'synchronize' }),
    deleteSessions: () => perform({ is: 'delete-sessions' }),
    changeAccount: (namespace, at) => perform({ is: 'change-account', namespace, at }),
    changeChain: (chainId) => perform({ is: 'change-chain', chainId }),
    updateNamespaces: (only, namespaces) => perform({ is: 'regrant', only: [...only], namespaces }),
    async stop() {
      await worker.terminate()
    },
  }
}
