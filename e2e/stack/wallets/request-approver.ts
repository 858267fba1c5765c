import { RpcError } from '../rpc-error.ts'
import type { WalletPlan } from './presets.ts'
import { type OpenPrompt, openPrompt } from './prompt.ts'
import type { Script } from './setup.ts'

/** Decides requests that need the user's approval: by the script, or by a prompt, one at a time. */
export type RequestApprover = {
  /** @throws RpcError 4001 when the request is rejected. */
  readonly requireApproval: (title: string, facts: readonly (readonly [string, string])[]) => Promise<void>
  /** Approves or rejects the open prompt; false when none is open. */
  readonly decideOpenPrompt: (approve: boolean) => boolean
  readonly isPending: () => boolean
  /** How many prompts were opened since the page was loaded. */
  readonly promptCount: () => number
}

/** Creates the request approver of a wallet, which reads the current script for each request. */
export function createRequestApprover(
  wallet: Pick<WalletPlan, 'name' | 'icon'>,
  script: () => Script,
): RequestApprover {
  let queue: Promise<unknown> = Promise.resolve()
  let currentPrompt: OpenPrompt | undefined
  let pendingCount = 0
  let openedCount = 0

  async function decide(title: string, facts: readonly (readonly [string, string])[]): Promise<boolean> {
    const { delayMs, mode } = script()
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (mode !== 'prompt') return mode === 'approve'
    openedCount += 1
    currentPrompt = openPrompt({ wallet, title, facts })
    const isApproved = await currentPrompt.decision
    currentPrompt = undefined
    return isApproved
  }

  return {
    async requireApproval(title, facts) {
      pendingCount += 1
      const decision = queue.then(() => decide(title, facts))
      queue = decision.catch(() => undefined)
      try {
        if (!(await decision)) throw new RpcError(4001, 'User rejected the request.')
      } finally {
        pendingCount -= 1
      }
    },
    decideOpenPrompt(approve) {
      currentPrompt?.decide(approve)
      return currentPrompt !== undefined
    },
    isPending: () => pendingCount > 0,
    promptCount: () => openedCount,
  }
}
