import { missingWay } from '#shared/api/missing-way.ts'
import { keptScreen } from './end-screen.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { LimitOffer } from './limit-offer.ts'
import { warnOfRecovery } from './recovery-warning.ts'
import type { VaultScreen } from './vault-screen.ts'

/**
 * What the window asks the user once the site has its result: whether a recovery is the user's own, whether to set a limit, and how
 * to keep a wallet that can be lost with its devices.
 */
export type QuestionAfterSigning = 'recovery' | 'limit' | 'keep'

type AskPorts = {
  readonly openFlows: () => Promise<FlowPorts>
  readonly limitOffer: Pick<LimitOffer, 'run'>
  readonly keepWallet: (flows: FlowPorts) => Promise<void>
}

/** Asks the questions in their order; resolves to the last screen, if one has an effect to state. Never rejects: a failure changes nothing of what was signed. */
export async function askAfterSigning(
  questions: ReadonlySet<QuestionAfterSigning>,
  { openFlows, limitOffer, keepWallet }: AskPorts,
): Promise<VaultScreen | undefined> {
  let last: VaultScreen | undefined
  if (questions.has('recovery'))
    await openFlows()
      .then(warnOfRecovery)
      .catch(() => undefined)
  if (questions.has('limit') && (await limitOffer.run(openFlows).catch(() => false)))
    last = { is: 'message', title: 'vault.limit-done', text: 'vault.limit-done-text' }
  if (questions.has('keep'))
    await openFlows()
      .then(async (flows) => {
        await keepWallet(flows)
        if (missingWay(flows.session.account()) === undefined) last = keptScreen(flows.session.account())
      })
      .catch(() => undefined)
  return last
}
