import { Worker } from 'node:worker_threads'
import type { Address } from 'viem'
import * as z from '../../../../shared/zod.ts'
import type { RecoverSigner } from './recover-signer.ts'
import { signerResponse } from './signer-messages.ts'

type PendingCall = {
  readonly resolve: (address: Address | undefined) => void
  readonly reject: (error: Error) => void
}

/** Recovers signers on a separate thread. */
export type SignerThread = {
  /** @throws Error when the thread has ended; the next call starts a new one. */
  readonly recover: RecoverSigner
  /** Starts the thread before it is needed, which takes a third of a second. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

/**
 * Recovers signers on a thread, which the first call starts if needed. The thread does not keep the process alive.
 * @param file URL of `signer-thread.ts`, as Node runs it.
 */
export function createSignerThread(file: URL): SignerThread {
  const pending = new Map<number, PendingCall>()
  let worker: Worker | undefined
  let lastId = 0
  let isClosed = false

  function fail(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function startThread(): Worker {
    const started = new Worker(file)
    started.unref()
    started.on('message', (message: unknown) => {
      const { id, address } = z.parse(signerResponse, message)
      pending.get(id)?.resolve(address ?? undefined)
      pending.delete(id)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The signer thread has ended')))
    worker = started
    return started
  }

  return {
    recover: (hash, signature) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('The signer thread is closed')
        lastId += 1
        const thread = worker ?? startThread()
        pending.set(lastId, { resolve, reject })
        thread.postMessage({ id: lastId, hash, signature })
      }),
    start: () => {
      if (!isClosed) worker ??= startThread()
    },
    close: async () => {
      isClosed = true
      await worker?.terminate()
    },
  }
}
