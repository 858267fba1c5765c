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
  /** A wallet connected while the modal was open: the modal is about to close by itself and rejects nothing. */
  let isClosingItself = false
  const end = () => {
    for (const abort of [...prompts]) abort.abort(modalClosedError())
  }
  return {
    end,
    run: async (method, send) => {
      const abort = new AbortController()
      if (mayPrompt(method) && isOpen() && !isClosingItself) prompts.add(abort)
      try {
        return await send(abort.signal)
      } finally {
        prompts.delete(abort)
      }
    },
    stateChanged: ({ open, accounts }, to) => {
      const isNew = ({ walletId }: { walletId: string }) => !accounts.some((old) => old.walletId === walletId)
      isClosingItself = to.open && (isClosingItself || (open && to.accounts.some(isNew)))
      if (open && !to.open) end()
    },
  }
}
