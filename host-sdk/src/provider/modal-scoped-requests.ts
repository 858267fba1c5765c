import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { mayPrompt } from '../../../shared/channel/rpc-policy.ts'
import { modalClosedError } from './request-errors.ts'

/** Requests of wallets, for as long as the modal that they began under stays open. */
export type ModalScopedRequests = {
  /** Runs a request; rejects 4001 'Modal closed' when it may prompt and the modal closes meanwhile (SPEC §8). */
  ask<Answer>(method: string, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>
  stateChanged(from: BridgeState, to: BridgeState): void
  /** The modal is gone: gives up what began under it. */
  end(): void
}

/** Makes the list of prompts that end with the modal; `isOpen` counts from the order to open it. */
export function createModalScopedRequests(isOpen: () => boolean): ModalScopedRequests {
  const prompts = new Set<AbortController>()
  /** A wallet came while the modal was open: it is about to close by itself, and takes nothing with it. */
  let isClosingItself = false
  const end = () => {
    for (const abort of [...prompts]) abort.abort(modalClosedError())
  }
  return {
    end,
    ask: async (method, send) => {
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
