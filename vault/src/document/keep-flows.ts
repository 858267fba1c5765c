import { missingWay } from '#shared/api/missing-way.ts'
import { eraseBytes } from '../core/bytes.ts'
import { addPasskey } from '../wallet/passkeys.ts'
import { createRecoveryCode } from '../wallet/recovery.ts'
import { type FlowPorts, followDevice, retried, wait } from './flow-ports.ts'
import { loadExport } from './load-export.ts'
import { loadRecovery } from './load-recovery.ts'
import { loadTransfer } from './load-transfer.ts'
import { proveUser } from './proof-flows.ts'
import { problemOf } from './vault-problem.ts'
import type { KeepChoice, VaultProblem } from './vault-screen.ts'
import { hasRemovablePasskey, reviewPasskeys, unlock } from './wallet-flows.ts'

/**
 * Whether the operator can open the wallet; undefined where the operator does not offer it, or the user has no address that would hear
 * of a recovery.
 */
async function assistance({ session }: FlowPorts): Promise<boolean | undefined> {
  const { recovery, envelopes, identities } = session.account()
  const isAssisted = envelopes.some(({ kind, isComplete }) => kind === 'assisted' && isComplete)
  if (recovery === undefined || !(isAssisted || identities.some(({ provider }) => provider === 'email')))
    return undefined
  // Its texts load with it.
  return (await loadRecovery().catch(() => undefined)) && isAssisted
}

/** Loads the words of BIP-39. */
const loadRecoveryPhrase = () => import('../core/recovery-phrase.ts')

/** What gives the wallet away. A recovery code opens nothing without a new proof of the user. */
const proofNeeded: ReadonlySet<KeepChoice> = new Set(['passkey', 'phrase', 'key', 'send'])

/** Runs what the user chose; resolves to whether it is a new way to open the wallet. */
async function keepBy(choice: Exclude<KeepChoice, 'later'>, ports: FlowPorts): Promise<boolean> {
  const { session, show, ask, passkeyName } = ports
  if (choice === 'assistance') return (await loadRecovery()).changeAssistance(ports, () => unlock(ports))
  if (proofNeeded.has(choice) && !(await proveUser(ports))) return false
  show(wait('vault.loading'))
  if (choice === 'send') {
    const { sendWallet } = await loadTransfer()
    await sendWallet(ports, () => unlock(ports))
    return false
  }
  const entropy = await unlock(ports)
  try {
    switch (choice) {
      case 'passkey':
        show(followDevice)
        await addPasskey(ports, entropy, passkeyName())
        return true
      case 'code': {
        const { code, complete } = await createRecoveryCode(session, entropy)
        await ask<void>((answer) => ({ is: 'new-code', code, answer }))
        await retried(ask, () => {
          show(wait('vault.loading'))
          return complete()
        })
        return true
      }
      case 'phrase': {
        const phrase = (await loadRecoveryPhrase()).formatRecoveryPhrase(entropy)
        await ask<void>((answer) => ({ is: 'phrase', phrase, answer }))
        return false
      }
      case 'key':
        await (await loadExport()).showKey(ports, entropy)
        return false
      case 'remove-passkey':
        await reviewPasskeys(ports, entropy)
        return false
    }
  } finally {
    eraseBytes(entropy)
  }
}

/**
 * Offers ways to keep the wallet, until the user adds one or leaves.
 * @param isNew whether the wallet was just created.
 * @param earlier why an attempt before this one failed.
 */
export async function keep(ports: FlowPorts, isNew: boolean, earlier?: VaultProblem): Promise<void> {
  let problem = earlier
  for (;;) {
    const shown = problem
    const isAssisted = await assistance(ports)
    const choice = await ports.ask<KeepChoice>((answer) => ({
      is: 'keep',
      ...{
        isNew,
        missing: missingWay(ports.session.account()),
        canRemovePasskey: hasRemovablePasskey(ports),
      },
      ...{ isAssisted, problem: shown, answer },
    }))
    problem = undefined
    if (choice === 'later') return
    try {
      if (await keepBy(choice, ports)) return
    } catch (error) {
      problem = problemOf(error).problem
      // A change whose response was lost may have been made.
      await ports.session.reload().catch(() => undefined)
    }
  }
}
