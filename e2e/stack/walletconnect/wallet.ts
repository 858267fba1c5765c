import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { ApprovedNamespaces } from './approve-namespaces.ts'
import {
  reportSchema,
  type WalletCommand,
  type WalletPrompt,
  type WalletSession,
  type WalletSetup,
} from './thread-messages.ts'
import { type Answer, agreeable, type WalletScript } from './wallet-script.ts'

/** A WalletConnect wallet with real keys and a script in place of a person. */
export type WalletConnectWallet = {
  readonly name: string
  /** Addresses by CAIP-2 chain, in the order of the keys; the first is in use. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  /** Everything that sites asked, in order. */
  readonly asked: readonly WalletPrompt[]
  /** Ids of what waits for an answer, because a script ignored it. */
  readonly waiting: () => readonly number[]
  readonly sessions: () => readonly WalletSession[]
  /** Hosts outside this machine that the kit tried to reach, and was refused; none, if all is well. */
  readonly outsideAttempts: readonly string[]
  /** Calls after each thing that happened to it, until what it returns is called. */
  readonly onChange: (listener: () => void) => () => void
  /** What went wrong inside, in words. */
  readonly problems: readonly string[]
  /** Carries out any command. */
  readonly perform: (command: WalletCommand) => Promise<void>
  /** Changes what the person does from now on; what is not named goes back to approving. */
  readonly script: (script: Partial<WalletScript>) => Promise<void>
  /** Scans a `wc:` URI. @throws when the kit refuses it. */
  readonly pair: (uri: string) => Promise<void>
  /** Answers one thing that waits, in person. */
  readonly answer: (id: number, decision: Answer) => Promise<void>
  /** Answers what a script ignored, by the present script. */
  readonly answerWaiting: () => Promise<void>
  /**
   * Resolves when all reports that the wallet has made before have arrived. A site may receive a response earlier than this
   * thread receives the report of its request.
   */
  readonly synchronize: () => Promise<void>
  readonly deleteSessions: () => Promise<void>
  /** Uses another key of a namespace: session_update, then accountsChanged. */
  readonly changeAccount: (namespace: string, at: number) => Promise<void>
  /** Moves to a chain: session_update when it was not approved, then chainChanged. */
  readonly changeChain: (chainId: string) => Promise<void>
  /** Approves something else of what the sites wanted, and `namespaces` as they stand: session_update. */
  readonly regrant: (only: readonly string[], namespaces?: ApprovedNamespaces) => Promise<void>
  /** Ends the wallet's thread, and with it its sockets and timers. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a wallet made with the official wallet kit; resolves when it is ready to pair. It lives in a thread of its own,
 * because the kit keeps globals, timers and sockets that it has no way to give back.
 */
export async function createWalletConnectWallet(setup: WalletSetup): Promise<WalletConnectWallet> {
  const worker = new Worker(new URL('./wallet-thread.mjs', import.meta.url), {
    workerData: setup,
    // Else the kit calls home at its start, and for each proposal asks a host outside who the site is.
    env: { ...process.env, IS_VITEST: 'true' },
  })
  const asked: WalletPrompt[] = []
  const outsideAttempts: string[] = []
  const problems: string[] = []
  let sessions: readonly WalletSession[] = []
  let waiting: readonly number[] = []
  let lastId = 0
  const orders = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()

  const listeners = new Set<() => void>()
  worker.on('message', () => {
    // After the report has been taken in, whatever it was.
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
          return void asked.push(report.asked)
        case 'sessions':
          sessions = report.sessions
          return
        case 'waiting':
          waiting = report.ids
          return
        case 'outside':
          return void outsideAttempts.push(report.host)
        case 'problem':
          return void problems.push(report.message)
        case 'done': {
          const order = orders.get(report.id)
          orders.delete(report.id)
          if (report.error === undefined) order?.resolve()
          else order?.reject(new Error(report.error))
        }
      }
    })
  })
  let is: 'running' | 'stopped' = 'running'
  worker.once('exit', () => {
    is = 'stopped'
    for (const order of orders.values()) order.reject(new Error(`${setup.name} has stopped`))
    orders.clear()
  })

  function perform(command: WalletCommand): Promise<void> {
    if (is === 'stopped') return Promise.reject(new Error(`${setup.name} has stopped`))
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      orders.set(id, { resolve, reject })
      worker.postMessage({ id, command })
    })
  }

  return {
    name: setup.name,
    addresses: await ready,
    asked,
    perform,
    sessions: () => sessions,
    waiting: () => waiting,
    outsideAttempts,
    problems,
    script: (script) => perform({ is: 'script', script: { ...agreeable, ...script } }),
    pair: (uri) => perform({ is: 'pair', uri }),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    answer: (id, decision) => perform({ is: 'answer', id, decision }),
    answerWaiting: () => perform({ is: 'answer-waiting' }),
    synchronize: () => perform({ is: 'synchronize' }),
    deleteSessions: () => perform({ is: 'delete-sessions' }),
    changeAccount: (namespace, at) => perform({ is: 'change-account', namespace, at }),
    changeChain: (chainId) => perform({ is: 'change-chain', chainId }),
    regrant: (only, namespaces) => perform({ is: 'regrant', only: [...only], namespaces }),
    async stop() {
      await worker.terminate()
    },
  }
}
