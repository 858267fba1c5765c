import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { mayPrompt } from '../../../shared/channel/rpc-policy.ts'
import { modalClosedError } from './request-errors.ts'

/** Wallet requests that are rejected when the modal closes. */
export type ModalScopedRequests = {
  /** Runs a request; rejects with 4001 'Modal closed' if it may prompt and the modal closes meanwhile (SPEC §8). */
  run<Result>(method: string, send: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  stateChanged(from: BridgeState, to: BridgeState): void
  /** The modal is closed: rejects what began under it. */
  end(): void
}

/** Creates the list of prompts that end with the modal; `isOpen` is true from the call that opens it. */
export function createModalScopedRequests(isOpen: () => boolean): ModalScopedRequests {
  const prompts = new Set<AbortController>()
  /**
   * What begins now is not under the modal: a wallet connected while it was open, so that it is about to close by itself, or it has
   * closed, and the call that opened it has no response yet.
   */
  let isClosingItself = false
  const end = () => {
    isClosingItself = false
    for (const abort of [...prompts]) abort.abort(modalClosedError())
  }
  return {
    end,
    run: async (method, send) => {
      const abort = new AbortController()
      if (!isClosingItself && isOpen() && mayPrompt(method)) prompts.add(abort)
      try {
        return await send(abort.signal)
      } finally {
        prompts.delete(abort)
      }
    },
    stateChanged: ({ open, accounts }, to) => {
      const isNew = ({ walletId }: { walletId: string }) => !accounts.some((old) => old.walletId === walletId)
      if (open && !to.open) end()
      if (open) isClosingItself = to.open ? isClosingItself || to.accounts.some(isNew) : isOpen()
    },
  }
}
