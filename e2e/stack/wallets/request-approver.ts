import { RpcError } from '../rpc-error.ts'
import type { WalletPlan } from './presets.ts'
import { type OpenPrompt, openPrompt } from './prompt.ts'
import type { Script } from './setup.ts'

/** Decides requests that need the user's approval: by the script, or by a prompt, one at a time. */
export type RequestApprover = {
  /** @throws RpcError 4001 when the request is rejected. */
  readonly requireConsent: (title: string, facts: readonly (readonly [string, string])[]) => Promise<void>
  /** Approves or rejects the open prompt; false when none is open. */
  readonly answerOpen: (approve: boolean) => boolean
  readonly isAsking: () => boolean
  /** How many prompts were opened since the page was loaded. */
  readonly promptCount: () => number
}

/** Creates the request approver of a wallet, which reads the current script for each request. */
export function createRequestApprover(
  wallet: Pick<WalletPlan, 'name' | 'icon'>,
  script: () => Script,
): RequestApprover {
  let queue: Promise<unknown> = Promise.resolve()
  let open: OpenPrompt | undefined
  let asking = 0
  let prompts = 0

  async function decide(title: string, facts: readonly (readonly [string, string])[]): Promise<boolean> {
    const { delayMs, mode } = script()
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (mode !== 'prompt') return mode === 'approve'
    prompts += 1
    open = openPrompt({ wallet, title, facts })
    const answer = await open.answered
    open = undefined
    return answer
  }

  return {
    async requireConsent(title, facts) {
      asking += 1
      const decision = queue.then(() => decide(title, facts))
      queue = decision.catch(() => undefined)
      try {
        if (!(await decision)) throw new RpcError(4001, 'User rejected the request.')
      } finally {
        asking -= 1
      }
    },
    answerOpen(approve) {
      open?.answer(approve)
      return open !== undefined
    },
    isAsking: () => asking > 0,
    promptCount: () => prompts,
  }
}
